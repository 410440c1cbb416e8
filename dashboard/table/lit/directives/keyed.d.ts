import type { TemplateResult } from "../lit-html.js";

/** What is drawn with new elements where its key is another than before. */
export function keyed(key: unknown, what: unknown): TemplateResult;
