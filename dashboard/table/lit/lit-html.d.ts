// What is used of lit-html 3.3.3 (BSD-3-Clause, see LICENSE). The scripts of this folder are those of the package as they were
// published: `npm pack lit-html@3.3.3`; of its directives there are those that are used.

export interface TemplateResult {
  readonly strings: TemplateStringsArray;
  readonly values: unknown[];
}

/** A template: what is put in between is text, a value of an attribute, a property or a listener, never markup. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;

/** In a place of a template: nothing is there. As the value of an attribute: it is not there. */
export const nothing: unique symbol;

/** Draws what has changed since it was last drawn there. */
export function render(what: unknown, where: HTMLElement): void;
