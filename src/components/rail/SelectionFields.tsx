/**
 * The selected span as fields that can be typed into. A change counts on Enter or when the field is
 * left; Escape takes it back. What cannot be read is said at the field, and the span stays.
 */
import { useId, useState } from "react";
import { formatClockDate, formatDuration } from "../../../app/domain/format/times.ts";
import { parseClock } from "../../../app/domain/scenario-form/clock-text.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { CommitField } from "../ui/CommitField.tsx";
import styles from "./Rail.module.css";
import { parseDuration } from "./time-input.ts";

export interface SelectionFieldsProps {
  readonly span: Span;
  readonly originMs: number;
  /** The span stays within it. */
  readonly limits: Span;
  readonly onChange: (span: Span) => void;
}

export function SelectionFields({ span, originMs, limits, onChange }: SelectionFieldsProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();

  const change = (next: Span | null, expected: string): boolean => {
    const said = next === null ? expected : outOfLimits(next, limits, originMs);
    setProblem(said);
    if (next === null || said !== null) return false;
    onChange(next);
    return true;
  };
  const clock = (text: string, nearMs: number) => parseClock(text, originMs, nearMs);
  const withStart = (startMs: number | null) => (startMs === null ? null : { ...span, startMs });
  const withEnd = (endMs: number | null) => (endMs === null ? null : { ...span, endMs });
  const withDuration = (ms: number | null) => withEnd(ms === null ? null : span.startMs + ms);

  const field = {
    describedBy: problem === null ? undefined : problemId,
    onRestore: () => setProblem(null),
  };
  return (
    <div className={styles.fields}>
      <TimeField
        {...field}
        label="Start"
        value={formatClockDate(originMs, span.startMs)}
        onCommit={(text) => change(withStart(clock(text, span.startMs)), expectedClock)}
      />
      <TimeField
        {...field}
        label="End"
        value={formatClockDate(originMs, span.endMs)}
        onCommit={(text) => change(withEnd(clock(text, span.endMs)), expectedClock)}
      />
      <TimeField
        {...field}
        label="Duration"
        value={formatDuration(span.endMs - span.startMs)}
        onCommit={(text) => change(withDuration(parseDuration(text)), expectedDuration)}
      />
      {problem !== null && (
        <p id={problemId} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

const expectedClock = "Not a time. Write it as 21:56:05.46, with or without a date before it.";
const expectedDuration = "Not a duration. Write it as 31.35 s or 1 min 20 s.";

function outOfLimits(span: Span, limits: Span, originMs: number): string | null {
  if (span.endMs < span.startMs) return "The end lies before the start.";
  // What is printed is rounded to hundredths, and typed back it must not be refused.
  if (span.startMs < limits.startMs - 10 || span.endMs > limits.endMs + 10) {
    const [first, last] = [limits.startMs, limits.endMs].map((ms) => formatClockDate(originMs, ms));
    return `Outside the timeline, which goes from ${first} to ${last}.`;
  }
  return null;
}

interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly describedBy: string | undefined;
  /** False when the text cannot be taken: it stays, to be mended. */
  readonly onCommit: (text: string) => boolean;
  readonly onRestore: () => void;
}

function TimeField({ label, describedBy, ...field }: TimeFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <CommitField
        id={id}
        className={styles.field ?? ""}
        aria-describedby={describedBy}
        {...field}
      />
    </>
  );
}
