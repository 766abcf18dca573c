/** One row of the phase chart: its name, its bars and instants, its silence, its duration. */
import { memo, type ReactNode } from "react";
import type { PhaseName } from "../../../app/contract/phase.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Band, Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { DimensionArrow } from "./DimensionArrow.tsx";
import { bodyFont, monoFont, smallFont, textWidth, usePlacedText } from "./measure-text.ts";
import styles from "./PhaseChart.module.css";
import { thinnestBar } from "./phase-geometry.ts";
import { phaseColour, rowTitles } from "./phase-look.ts";
import { barText, type Gap, type Note, type PhaseRow } from "./phase-rows.ts";

interface PhaseRowViewProps {
  readonly row: PhaseRow;
  readonly timeline: Timeline;
  readonly view: Span;
  readonly width: number;
  readonly height: number;
  readonly selectedBandId: string | null;
}

export const PhaseRowView = memo(function PhaseRowView(props: PhaseRowViewProps): ReactNode {
  const { row, timeline, view, width, height, selectedBandId } = props;
  usePlacedText();
  const x = (atMs: number): number => toPixels(view, width, atMs);
  const lines = timeline.asOf.map(({ atMs }) => x(atMs));
  return (
    <div className={styles.row} style={{ height }} data-row={row.row}>
      <div className={styles.name}>{rowTitles[row.row]}</div>
      <div className={styles.track} style={{ width }}>
        {row.gaps.map((gap) => (
          <GapMark key={gap.startMs} gap={gap} x={x} width={width} />
        ))}
        {row.bands.map((band) => {
          const end = band.endMs ?? timeline.endMs;
          if (x(end) < 0 || x(band.startMs) > width) return null;
          const selected = band.id === selectedBandId;
          return band.instant ? (
            <Instant key={band.id} {...{ band, x, selected }} />
          ) : (
            <Bar key={band.id} {...{ band, x, width, end, selected, lines }} />
          );
        })}
        {besideLabels(row, x, timeline.endMs, lines).map(({ id, text, left }) => (
          <span key={id} className={styles.label} style={{ left }}>
            {text}
          </span>
        ))}
        {row.note !== null && <NoteMark note={row.note} x={x} />}
      </div>
      <div className={styles.duration}>{row.duration}</div>
    </div>
  );
});

interface BarProps {
  readonly band: Band;
  readonly x: (atMs: number) => number;
  readonly width: number;
  readonly end: number;
  readonly selected: boolean;
  /** Lines that cross the row, px. */
  readonly lines: readonly number[];
}

/** A pattern needs this much to be seen as one. */
const narrowPixels = 8;

function Bar({ band, x, width, end, selected, lines }: BarProps): ReactNode {
  const left = Math.max(x(band.startMs), 0);
  const right = Math.max(Math.min(x(end), width), left + thinnestBar);
  const { phase } = band;
  // A label must not lie under a line: it ends before the first that crosses the bar.
  const clear = lines.filter((line) => line > left && line < right).sort((a, b) => a - b);
  const room = (clear[0] ?? right) - left - 16;
  const font = phase === null ? monoFont : bodyFont;
  return (
    <span
      className={phase === null ? styles.command : styles.bar}
      data-band={band.id}
      data-phase={phase ?? "command"}
      data-selected={selected}
      data-open={band.endMs === null}
      data-narrow={right - left < narrowPixels}
      style={{
        left,
        width: right - left,
        ...(phase === null ? {} : { backgroundColor: phaseColour(phase) }),
      }}
    >
      {isPatterned(band) ? "" : textsOf(band).find((text) => textWidth(text, font) <= room)}
    </span>
  );
}

/** A text on a pattern cannot be read: it stands beside the bar. */
const isPatterned = ({ phase }: Band): boolean => phase === "undo";

/** What may stand in a bar, the fullest first. */
function textsOf(band: Band): readonly string[] {
  if (band.phase !== null) return [barText(band)];
  const short = "CREATE DATABASE … AS SNAPSHOT";
  return band.snapshot === null
    ? [short]
    : [`CREATE DATABASE ${band.snapshot} … AS SNAPSHOT`, short, band.snapshot];
}

interface InstantProps {
  readonly band: Band;
  readonly x: (atMs: number) => number;
  readonly selected: boolean;
}

function Instant({ band, x, selected }: InstantProps): ReactNode {
  const { phase } = band;
  if (phase === null) return null;
  return (
    <span
      className={styles.instant}
      data-band={band.id}
      data-selected={selected}
      style={{ left: x(band.startMs) - 1, backgroundColor: phaseColour(phase) }}
    />
  );
}

/** What happened to the files, by name. Their creation has a length, if a short one. */
const fileWords: Partial<Record<PhaseName, string>> = { files: "create", open: "open" };

interface BesideLabel {
  readonly id: string;
  readonly text: string;
  readonly left: number;
}

/** Texts right of their bars that run neither into what follows nor under a line. */
function besideLabels(
  { bands }: PhaseRow,
  x: (atMs: number) => number,
  knownEndMs: number,
  obstacles: readonly number[],
): readonly BesideLabel[] {
  return bands.flatMap((band, index) => {
    const text = band.phase === null ? "" : (fileWords[band.phase] ?? "");
    const wanted = isPatterned(band) ? barText(band) : text;
    if (wanted === "") return [];
    const left = Math.max(x(band.endMs ?? knownEndMs), x(band.startMs) + thinnestBar) + 6;
    const right = left + textWidth(wanted, smallFont);
    const next = bands[index + 1];
    const free =
      (next === undefined || x(next.startMs) > right + 6) &&
      obstacles.every((line) => line < left - 3 || line > right + 3);
    return free ? [{ id: band.id, text: wanted, left }] : [];
  });
}

interface GapMarkProps {
  readonly gap: Gap;
  readonly x: (atMs: number) => number;
  readonly width: number;
}

/** Narrower gaps cannot be seen as such. */
const leastGapPixels = 14;

function GapMark({ gap, x, width }: GapMarkProps): ReactNode {
  const [start, end] = [x(gap.startMs), x(gap.endMs)];
  if (end - start < leastGapPixels || end < 0 || start > width) return null;
  const size = textWidth(gap.label, smallFont);
  const inside = end - start > size + 2 * 18;
  const left = inside ? (Math.max(start, 0) + Math.min(end, width)) / 2 - size / 2 : end + 8;
  return (
    <>
      <DimensionArrow left={start} right={end} gap={inside ? size + 8 : 0} />
      {left + size <= width && (
        <span className={styles.label} style={{ left }}>
          {gap.label}
        </span>
      )}
    </>
  );
}

interface NoteMarkProps {
  readonly note: Note;
  readonly x: (atMs: number) => number;
}

/** Ends where the row's next mark begins; left out where the creation is too short for it. */
function NoteMark({ note, x }: NoteMarkProps): ReactNode {
  const size = textWidth(note.text, smallFont);
  const left = x(note.endMs) - size - 10;
  if (left < Math.max(x(note.startMs), 0)) return null;
  return (
    <span className={styles.label} style={{ left }}>
      {note.text}
    </span>
  );
}
