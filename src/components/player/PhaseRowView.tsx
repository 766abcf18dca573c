/** One row of the phase chart: its name, its bars and instants, its silence, its duration. */
import { memo, type ReactNode } from "react";
import type { PlacedBar } from "../../../app/charts/bar-layout.ts";
import { PhaseBars } from "../../../app/charts/PhaseBars.tsx";
import type { PhaseName } from "../../../app/contract/phase.ts";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import {
  activityRows,
  type Band,
  type BandRow,
  type Timeline,
} from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { DimensionArrow } from "./DimensionArrow.tsx";
import { bodyFont, monoFont, smallFont, textWidth, usePlacedText } from "./measure-text.ts";
import styles from "./PhaseChart.module.css";
import { barRoom } from "./phase-geometry.ts";
import { rowTitles } from "./phase-look.ts";
import { barText, type Gap, type Note } from "./phase-rows.ts";

interface PhaseRowViewProps {
  readonly row: BandRow;
  readonly bars: readonly PlacedBar[];
  /** Of a timeline that is laid over this one. */
  readonly laidOver: readonly PlacedBar[];
  readonly gaps: readonly Gap[];
  readonly note: Note | null;
  readonly duration: string;
  /** How many bands the row has beyond what is visible; null: not said. */
  readonly total: number | null;
  readonly asOf: Timeline["asOf"];
  readonly knownEndMs: number;
  readonly view: Span;
  readonly width: number;
  readonly height: number;
  readonly selectedBandId: string | null;
}

export const PhaseRowView = memo(function PhaseRowView(props: PhaseRowViewProps): ReactNode {
  const { row, bars, laidOver, gaps, note, view, width, height, selectedBandId } = props;
  usePlacedText();
  const x = (atMs: number): number => toPixels(view, width, atMs);
  const lines = props.asOf.map(({ atMs }) => x(atMs));
  return (
    <div className={styles.row} style={{ height }} data-row={row}>
      <div className={styles.name}>
        {rowTitles[row]}
        {props.total !== null && <span className={styles.total}>{formatNumber(props.total)}</span>}
      </div>
      <svg className={styles.track} width={width} height={height} aria-hidden="true">
        {gaps.map((gap) => (
          <GapMark key={gap.startMs} gap={gap} x={x} width={width} />
        ))}
        <PhaseBars left={0} {...barRoom(row)} {...{ bars, selectedBandId }} />
        {bars.map((bar) => (
          <TextIn key={bar.band.id} bar={bar} lines={lines} />
        ))}
        {besideLabels(bars, row, width, lines).map(({ id, text, left }) => (
          <text key={id} className={styles.label} x={left} y={baseline}>
            {text}
          </text>
        ))}
        {note !== null && <NoteMark note={note} x={x} />}
        {laidOver.map(({ band, left, right }) => (
          <rect
            key={band.id}
            className={styles.laidOver}
            data-phase={band.phase ?? "command"}
            x={left + 0.5}
            y={height - 12.5}
            width={Math.max(right - left - 1, 2)}
            height={7}
            rx={2}
          />
        ))}
      </svg>
      <div className={styles.duration}>{props.duration}</div>
    </div>
  );
});

/** Of texts in and beside bars. */
const baseline = 18;

interface TextInProps {
  readonly bar: PlacedBar;
  /** Lines that cross the row, px. */
  readonly lines: readonly number[];
}

/** What stands in a bar, where it has room: measured only where some text may fit. */
function TextIn({ bar, lines }: TextInProps): ReactNode {
  const { band, count, left, right, levels } = bar;
  // A label must not lie under a line: it ends before the first that crosses the bar.
  const clear = lines.filter((line) => line > left && line < right).sort((a, b) => a - b);
  const room = (clear[0] ?? right) - left - 16;
  const none = count > 1 || levels > 1 || isPatterned(band) || isActivity(band);
  if (none || room < 10) return null;
  const isCommand = band.phase === null;
  const font = isCommand ? monoFont : bodyFont;
  const text = textsOf(band).find((candidate) => textWidth(candidate, font) <= room);
  if (text === undefined) return null;
  return (
    <text
      className={isCommand ? styles.commandText : styles.barText}
      data-phase={band.phase ?? "command"}
      x={left + 8}
      y={isCommand ? baseline + 2 : baseline}
    >
      {text}
    </text>
  );
}

/** Beside the creation of snapshots: their names stand beside the bars. */
const isActivity = ({ row }: Band): boolean => activityRows.some((activity) => activity === row);

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

/** What happened to the files, by name. Their creation has a length, if a short one. */
const fileWords: Partial<Record<PhaseName, string>> = { files: "create", open: "open" };

interface BesideLabel {
  readonly id: string;
  readonly text: string;
  readonly left: number;
}

/** Where more bars are in view there is no room between them. */
const mostLabelled = 40;

/** Texts right of their bars that run neither into what follows nor under a line. */
function besideLabels(
  bars: readonly PlacedBar[],
  row: BandRow,
  width: number,
  obstacles: readonly number[],
): readonly BesideLabel[] {
  if (bars.length > mostLabelled) return [];
  return bars.flatMap((bar, index) => {
    const text = besideText(bar, row);
    if (text === "") return [];
    const left = bar.right + (bar.band.instant ? 7 : 6);
    const right = left + textWidth(text, smallFont);
    const next = bars[index + 1];
    const free =
      (next === undefined || next.left > right + 6) &&
      right <= width &&
      obstacles.every((line) => line < left - 3 || line > right + 3);
    return free ? [{ id: bar.band.id, text, left }] : [];
  });
}

function besideText({ band, count, levels }: PlacedBar, row: BandRow): string {
  if (levels > 1) return "";
  if (count > 1) return `× ${formatNumber(count)}`;
  if (isPatterned(band)) return barText(band);
  if (!activityRows.some((activity) => activity === row)) {
    return band.phase === null ? "" : (fileWords[band.phase] ?? "");
  }
  const of = band.database ?? band.snapshot ?? "";
  return [of, band.figures.failed === true ? "failed" : ""].filter(Boolean).join(", ");
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
        <text className={styles.label} x={left} y={baseline}>
          {gap.label}
        </text>
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
    <text className={styles.label} x={left} y={baseline}>
      {note.text}
    </text>
  );
}
