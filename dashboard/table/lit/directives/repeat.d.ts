import type { TemplateResult } from "../lit-html.js";

/** Things one after the other, each with the elements that it had before where its key is the same. */
export function repeat<T>(items: T[], key: (item: T, at: number) => unknown, draw: (item: T, at: number) => unknown): TemplateResult;
