/** What is reported on, whether a run or a capture: what the screen needs to know of either. */
import type { CaptureEntry } from "../../../app/contract/rpc/captures.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { ReportSubject } from "../../../app/contract/rpc/services.ts";
import type { ReportSource } from "../../state/navigation.ts";

export interface ReportDocument {
  readonly subject: ReportSubject;
  readonly title: string;
  /** Changes with whatever the report prints of its entry: another one asks for the report anew. */
  readonly key: string;
}

export function documentOfRun(entry: RunEntry): ReportDocument {
  const { id, name, note, tags, status } = entry;
  return {
    subject: { kind: "run", runId: id },
    title: name,
    key: JSON.stringify([id, name, note, tags, status]),
  };
}

/** A report of the whole capture, or of the part that was selected when it was asked for. */
export function documentOfCapture(
  { id, title }: CaptureEntry,
  source: ReportSource & { readonly kind: "capture" },
  part: ReportPart,
): ReportDocument {
  const selected = part === "selection" ? source.span : null;
  const span = selected === null ? null : { fromMs: selected.fromMs, toMs: selected.toMs };
  return {
    subject: { kind: "capture", captureId: id, span },
    title,
    key: JSON.stringify([id, title, span]),
  };
}

export type ReportPart = "whole" | "selection";
