/** The handful of figures that stand at the top of a capture's report: those that its files have. */
import type { CaptureReport } from "../../contract/capture-report.ts";
import type { PhaseName } from "../../contract/phase.ts";
import type { CaptureParts } from "./capture-parts.ts";

type KeyFigures = CaptureReport["keyFigures"];

export function captureKeyFigures(parts: CaptureParts): KeyFigures {
  const { overview, findings, creations } = parts;
  const hasLog = overview.files.some(({ kind }) => kind === "errorlog");
  const grave = findings.filter(({ weight }) => weight !== "information").length;
  const creationMs = creations.flatMap(({ durationMs }) => durationMs ?? []);
  const logFigures: KeyFigures = [
    { id: "findings", label: "Critical and warnings", value: grave, unit: "findings" },
    // The overview counts the whole capture; of a part only what the report was given is known.
    ...(overview.source.errors > 0 && parts.span.whole
      ? [{ id: "errors", label: "Errors", value: overview.source.errors, unit: "errors" }]
      : []),
  ];
  return [
    ...(hasLog ? logFigures : []),
    ...longest(
      "longestCreationMs",
      creations.length === 1 ? "Creation" : "Longest creation",
      creationMs,
    ),
    ...longestPhase(parts, "checkpoint", "Longest checkpoint"),
    ...longestPhase(parts, "longIo", "Longest I/O"),
    ...longestPhase(parts, "recovery", "Longest recovery"),
    ...longestPhase(parts, "backup", "Longest backup"),
  ];
}

function longestPhase({ phases }: CaptureParts, name: PhaseName, label: string): KeyFigures {
  // An end that is only a bound would make the longest of what nobody timed.
  const lengths = phases.flatMap((phase) =>
    phase.name === name && !phase.instant && phase.endSource !== "bound"
      ? (phase.durationMs ?? [])
      : [],
  );
  return longest(`${name}Ms`, label, lengths);
}

function longest(id: string, label: string, lengthsMs: readonly number[]): KeyFigures {
  if (lengthsMs.length === 0) return [];
  const value = lengthsMs.reduce((most, ms) => Math.max(most, ms), 0);
  return [{ id, label, value, unit: "ms" }];
}
