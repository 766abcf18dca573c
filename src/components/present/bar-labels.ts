/** What is written in and beside the bars of a row: how long each took, and how much there was to do. */
import type { PlacedBar } from "../../../app/charts/bar-layout.ts";
import { formatPercent } from "../../../app/domain/format/numbers.ts";
import { phaseTerm } from "../../../app/domain/glossary/glossary.ts";
import { placeLabels, type Room } from "../player/label-layout.ts";
import { barText, durationText } from "../player/phase-rows.ts";
import { stageTextWidth } from "./stage-text.ts";

export interface BarLabel {
  readonly id: string;
  readonly text: string;
  readonly left: number;
  /** On the colour of the bar. */
  readonly inside: boolean;
}

interface LabelPlace {
  /** Left edge of the plot in the picture. */
  readonly left: number;
  /** Where labels may be. */
  readonly room: Room;
  /** Lines that cross the row. */
  readonly obstacles: readonly Room[];
  /** How far is shown: what has not ended by then has no length yet. */
  readonly atMs: number;
  /** At the newest moment of a run under way, of which alone it is told how far a phase has come. */
  readonly isNow: boolean;
}

/** A bar that is too short to be one has its name beside it. */
const lozenge = 8;
const padding = 10;

/** The longest wording first. */
function wordings({ band, left, right }: PlacedBar): readonly string[] {
  const took = band.endMs === null ? formatPercent(band.progress, 0) : durationText(band, false);
  const name =
    band.phase !== null && right - left <= lozenge ? `${phaseTerm(band.phase).title}, ` : "";
  const amount = barText(band);
  const short = `${name}${took}`;
  return amount === "" ? [short] : [`${short}, ${amount}`, short];
}

export function barLabels(bars: readonly PlacedBar[], place: LabelPlace): readonly BarLabel[] {
  const labels: BarLabel[] = [];
  const taken: Room[] = [
    ...place.obstacles,
    ...bars.map(({ left, right }) => ({ left: place.left + left, right: place.left + right })),
  ];
  for (const bar of bars) {
    const { band, count, levels } = bar;
    // Those that share the height of the row are too low for a text.
    if (count > 1 || levels > 1) continue;
    if (band.endMs === null ? !place.isNow || band.progress === null : band.endMs > place.atMs) {
      continue;
    }
    const label = labelOf(bar, place, taken);
    if (label === null) continue;
    labels.push(label);
    taken.push({ left: label.left, right: label.left + stageTextWidth(label.text) });
  }
  return labels;
}

/** Farther from its bar a label could be of another. */
const farthest = 140;

/** In the bar or right of it; else left of it, or behind a line that is right of it. */
function labelOf(bar: PlacedBar, place: LabelPlace, taken: readonly Room[]): BarLabel | null {
  const { id, phase } = bar.band;
  const [start, end] = [place.left + bar.left, place.left + bar.right];
  const placed = (text: string, room: Room, around: readonly Room[], lefts: readonly number[]) =>
    placeLabels([{ id, width: stageTextWidth(text), lefts, priority: 0 }], room, around).get(id);
  const texts = wordings(bar);
  for (const text of texts) {
    // On its hatching a text cannot be read.
    const inside = phase === "undo" ? [] : [start + padding];
    const inBar = placed(text, { left: start, right: end - padding }, place.obstacles, inside);
    if (inBar !== undefined) return { id, text, left: inBar, inside: true };
    const right = placed(text, place.room, taken, [end + padding]);
    if (right !== undefined) return { id, text, left: right, inside: false };
  }
  const behind = place.obstacles
    .map(({ right }) => right + padding)
    .filter((left) => left > end && left < end + farthest);
  for (const text of texts) {
    const before = start - padding - stageTextWidth(text);
    const left = placed(text, place.room, taken, [before, ...behind]);
    if (left !== undefined) return { id, text, left, inside: false };
  }
  return null;
}
