/** Records of a form, short enough to be written down in a test. */
import { expect } from "vitest";
import { type FormReading, readForm } from "../read-form.ts";

/** Time ("-": none), source and message. */
export type Shown = readonly [time: string, source: string, message: string];

export function readingOf(text: string): FormReading {
  const reading = readForm(text);
  expect(reading).not.toBeNull();
  return reading ?? { form: "bare", records: [], newestFirst: false, notes: [] };
}

export const shown = (text: string): Shown[] =>
  readingOf(text).records.map(({ timeMs, source, textStart, textEnd, text: own }) => [
    timeMs === null ? "-" : new Date(timeMs).toISOString().slice(0, -1),
    source,
    own ?? text.slice(textStart, textEnd),
  ]);
