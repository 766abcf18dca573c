/** What `doctor` found, as text: one line each, and below it what to do. */
import type { CheckStatus } from "../../services/diagnosis/check.ts";
import type { Diagnosis } from "../../services/diagnosis/diagnosis.ts";

const words: Readonly<Record<CheckStatus, string>> = {
  ok: "ok",
  missing: "MISSING",
  note: "note",
};

export function renderDiagnosis({ ok, checks }: Diagnosis): string {
  const titleWidth = Math.max(...checks.map(({ title }) => title.length));
  const wordWidth = Math.max(...Object.values(words).map((word) => word.length));
  const indent = " ".repeat(wordWidth + titleWidth + 4);
  const lines = checks.flatMap(({ title, status, found, fix }) => [
    `${words[status].padEnd(wordWidth)}  ${title.padEnd(titleWidth)}  ${found}`,
    ...(fix === null ? [] : [`${indent}-> ${fix}`]),
  ]);
  const verdict = ok
    ? "Everything that is needed is there."
    : "Something that is needed is missing: see above what to do.";
  return `${lines.join("\n")}\n\n${verdict}`;
}
