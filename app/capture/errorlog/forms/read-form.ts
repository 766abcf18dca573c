/**
 * Reads what is not the product's own file but came out of one: exports, results of queries, the
 * console of a container, messages cut from a page. All read the whole text, which the caller bounds.
 */
import type { ErrorlogForm } from "../../../contract/capture.ts";
import type { FormReading } from "./form-reading.ts";
import { looksBare, readBare } from "./read-bare.ts";
import { looksLikeConsole, readContainer } from "./read-container.ts";
import { readTable } from "./read-table.ts";
import { findTableShape } from "./table-shape.ts";

export type { FormReading, FormRecord } from "./form-reading.ts";

/** So much of a text tells its form. */
export const formHeadCharacters = 262_144;

/**
 * The form that the beginning of a text shows; null: none of them. The product's own lines are none,
 * unless something stands before them or the lines of a console between them.
 */
export function formOfHead(head: string): Exclude<ErrorlogForm, "product"> | null {
  const shape = findTableShape(head);
  if (shape !== null) return shape.form;
  if (looksLikeConsole(head)) return "container";
  return looksBare(head) && !startsAsProduct(head) ? "bare" : null;
}

/** Whether a line begins with a time of the product: then it is no form, whatever is around it. */
const startsAsProduct = (head: string): boolean =>
  /^\ufeff?\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{2,3}[ \t]+\S/m.test(head);

/** The records of an export; null: the text has none of the forms. */
export function readForm(text: string): FormReading | null {
  const head = text.slice(0, formHeadCharacters);
  const shape = findTableShape(head);
  const reading =
    shape !== null
      ? readTable(text, shape)
      : looksLikeConsole(head)
        ? readContainer(text)
        : looksBare(head) && !startsAsProduct(head)
          ? readBare(text)
          : null;
  return reading === null || reading.records.length === 0 ? null : reading;
}
