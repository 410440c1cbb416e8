import type { TemplateResult } from "../lit-html.js";

/** What is made anew only where one of the things that it depends on is another than before. */
export function guard(on: unknown[], make: () => unknown): TemplateResult;
