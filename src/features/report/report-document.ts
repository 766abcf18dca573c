/** What is reported on: what the screen needs to know of a run or of opened logs. */

import type { ReportEdits } from "../../../app/contract/report-edits.ts";
import type { CaptureEntry } from "../../../app/contract/rpc/captures.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { ReportSubject } from "../../../app/contract/rpc/services.ts";
import { isEdited } from "../../../app/domain/report/report-edits.ts";
import type { ReportSource } from "../../state/shell/navigation.ts";

export interface ReportDocument {
  readonly subject: ReportSubject;
  readonly title: string;
  /** Changes with whatever the report prints of its entry: another one asks for the report anew. */
  readonly key: string;
}

export type ReportPart = "whole" | "selection";

/** An entry of a list, as far as a report prints it. */
export interface ReportedEntry {
  readonly title: string;
  /** All that the report prints of it. */
  readonly printed: readonly unknown[];
}

export const entryOfRun = ({ name, note, tags, status }: RunEntry): ReportedEntry => ({
  title: name,
  printed: [name, note, tags, status],
});

export const entryOfCapture = ({ title }: CaptureEntry): ReportedEntry => ({
  title,
  printed: [title],
});

/** The report as somebody made it: without edits nothing is said of them. */
export const editedSubject = (subject: ReportSubject, edits: ReportEdits): ReportSubject =>
  isEdited(edits) ? { ...subject, edits } : subject;

/** A report of all of it, or of the part that was selected when it was asked for. */
export function documentOf(
  { recording, span: selected }: ReportSource,
  { title, printed }: ReportedEntry,
  part: ReportPart,
): ReportDocument {
  const span =
    part === "whole" || selected === null ? null : { fromMs: selected.fromMs, toMs: selected.toMs };
  return {
    subject: { recording, span },
    title,
    key: JSON.stringify([recording, span, printed]),
  };
}
