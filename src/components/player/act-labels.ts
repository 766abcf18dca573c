/**
 * What was asked of a run, above its lanes: a diamond for each act and a label beside it. Acts that are too
 * close for one each have one together, and where there is no room for all of a label it is shortened.
 */

import { titleOfBookmark } from "../../../app/domain/bookmarks.ts";
import { cutText } from "../../../app/domain/format/cut-text.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { holds, type Span } from "../../../app/domain/timeline/span.ts";
import type { Act, Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { labelGap, placeLabels, type Room } from "./label-layout.ts";
import { smallFont, textWidth } from "./measure-text.ts";

/** An act, the loss of a snapshot, for which nobody asked, what is yet planned, or what somebody has bookmarked. */
export interface Moment extends Pick<Act, "id" | "atMs" | "label"> {
  readonly outcome: Act["outcome"] | "lost" | "planned" | "bookmark";
}

interface Diamond {
  readonly act: Moment;
  /** Where its centre is, px. */
  readonly left: number;
}

export interface PlacedAct extends Diamond {
  /** A flag takes its place: the diamond stands below it. */
  readonly covered: boolean;
}

export interface ActLabel {
  /** In order of time. */
  readonly acts: readonly Moment[];
  readonly text: string;
  readonly left: number;
}

const diamondRadius = 5;
/** From the centre of a diamond to its label. */
const beside = diamondRadius + 7;
/** A shorter label says nothing. */
const leastLabel = 40;
/** More labels than these have no room on any screen, and each is tried against all others. */
const mostSingly = 60;

export const around = (centre: number): Room => ({
  left: centre - diamondRadius,
  right: centre + diamondRadius,
});

export const visibleIn = (view: Span, atMs: number): boolean =>
  holds(view, atMs) || atMs === view.endMs;

/** What was done to the run, not how it was watched. */
const isMarked = ({ transport }: Act): boolean => !transport;

/** What an array has taken away by itself. */
const isLoss = ({ kind, command }: Act): boolean =>
  kind === "reserve" && (command.what === "deleted" || command.what === "offline");

export const momentsOf = ({
  acts,
  snapshots,
  planned = [],
  bookmarks = [],
}: Timeline): readonly Moment[] => [
  ...snapshots.flatMap(({ name, lostMs }): Moment[] =>
    lostMs === undefined
      ? []
      : [{ id: `lost/${name}/${lostMs}`, atMs: lostMs, label: `${name} lost`, outcome: "lost" }],
  ),
  ...acts.filter(isMarked).map((act): Moment => (isLoss(act) ? { ...act, outcome: "lost" } : act)),
  ...planned.map((act): Moment => ({ ...act, outcome: "planned" })),
  ...bookmarks.map(
    (one): Moment => ({
      id: `bookmark/${one.id}`,
      atMs: one.fromMs,
      label: titleOfBookmark(one),
      outcome: "bookmark",
    }),
  ),
];

/** In order of time. */
export const diamondsOf = (timeline: Timeline, view: Span, width: number): readonly Diamond[] =>
  momentsOf(timeline)
    .filter(({ atMs }) => visibleIn(view, atMs))
    .map((act) => ({ act, left: toPixels(view, width, act.atMs) }))
    .sort((a, b) => a.left - b.left);

/** Texts of bookmarks stand at the foot of the lanes: beside those of acts they would be taken for theirs. */
const isNamed = ({ act }: Diamond): boolean => act.outcome !== "bookmark";

/** Diamonds that share a label. */
type Group = readonly [Diamond, ...Diamond[]];

export function placeActs(
  timeline: Timeline,
  view: Span,
  width: number,
  taken: readonly Room[],
): { readonly diamonds: readonly PlacedAct[]; readonly labels: readonly ActLabel[] } {
  const diamonds = diamondsOf(timeline, view, width);
  const obstacles = [...taken, ...diamonds.map(({ left }) => around(left))];
  return {
    diamonds: diamonds.map((diamond) => ({
      ...diamond,
      covered: taken.some(({ left, right }) => diamond.left > left && diamond.left < right),
    })),
    labels: labelsOf(diamonds.filter(isNamed), { left: 0, right: width }, obstacles),
  };
}

/** Groups without a label are joined with their neighbours, as long as more acts are named by it. */
function labelsOf(
  diamonds: readonly Diamond[],
  room: Room,
  obstacles: readonly Room[],
): readonly ActLabel[] {
  let groups = groupsOf(diamonds, room, obstacles);
  let best: readonly ActLabel[] = [];
  let most = 0;
  for (let left = groups.length; left > 0; --left) {
    const { labels, unnamed } = labelGroups(groups, room, obstacles);
    const named = labels.reduce((sum, { acts }) => sum + acts.length, 0);
    if (named > most) [best, most] = [labels, named];
    const [first] = unnamed;
    if (first === undefined) break;
    groups = joined(groups, groups.indexOf(first));
  }
  return best;
}

function labelGroups(
  groups: readonly Group[],
  room: Room,
  obstacles: readonly Room[],
): { readonly labels: readonly ActLabel[]; readonly unnamed: readonly Group[] } {
  const whole = placeLabels(groups.map(requestOf), room, obstacles);
  const filled = [...obstacles];
  const labels: ActLabel[] = [];
  const take = (group: Group, text: string, left: number): void => {
    filled.push({ left, right: left + textWidth(text, smallFont) });
    labels.push({ acts: group.map(({ act }) => act), text, left });
  };
  for (const group of groups) {
    const left = whole.get(idOf(group));
    if (left !== undefined) take(group, textOf(group), left);
  }
  const unnamed = groups.filter((group) => {
    if (whole.has(idOf(group))) return false;
    const short = shortLabel(group, room, filled);
    if (short !== null) take(group, short.text, short.left);
    return short === null;
  });
  return { labels, unnamed };
}

/** With the group at an index as one with the nearer of those beside it. */
function joined(groups: readonly Group[], at: number): readonly Group[] {
  const gapAfter = (index: number): number => {
    const [one, next] = [groups[index], groups[index + 1]];
    return one === undefined || next === undefined ? Infinity : leftOf(next) - rightOf(one);
  };
  const from = gapAfter(at - 1) < gapAfter(at) ? at - 1 : at;
  const [first, second] = [groups[from], groups[from + 1]];
  if (first === undefined || second === undefined) return groups;
  return [...groups.slice(0, from), [...first, ...second], ...groups.slice(from + 2)];
}

/** Each by itself, but for neighbours of which not all have room for a label of their own. */
function groupsOf(
  diamonds: readonly Diamond[],
  room: Room,
  obstacles: readonly Room[],
): readonly Group[] {
  const singles = diamonds.map((diamond): Group => [diamond]);
  const own =
    diamonds.length > mostSingly
      ? new Map<string, number>()
      : placeLabels(singles.map(requestOf), room, obstacles);
  return neighbours(diamonds).flatMap((group) =>
    group.every(({ act }) => own.has(act.id)) ? group.map((one): Group => [one]) : [group],
  );
}

/** Diamonds between which no label would fit. */
function neighbours(diamonds: readonly Diamond[]): readonly Group[] {
  const groups: [Diamond, ...Diamond[]][] = [];
  for (const diamond of diamonds) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const near =
      last !== undefined && diamond.left - last.left < beside + leastLabel + diamondRadius;
    if (near) group?.push(diamond);
    else groups.push([diamond]);
  }
  return groups;
}

const idOf = ([{ act }]: Group): string => act.id;
const textOf = (group: Group): string => group.map(({ act }) => act.label).join(", ");
const rightOf = (group: Group): number => (group.at(-1) ?? group[0]).left + beside;
const leftOf = ([{ left }]: Group): number => left - beside;

/** What was lost is named first, then what was asked last. */
const priorityOf = (group: Group): number =>
  group.some(({ act }) => act.outcome === "lost") ? Number.MAX_VALUE : group[0].act.atMs;

function requestOf(group: Group) {
  const width = textWidth(textOf(group), smallFont);
  const lefts = [rightOf(group), leftOf(group) - width];
  return { id: idOf(group), width, lefts, priority: priorityOf(group) };
}

/** How many they are, where there are several; of one as much as there is room for; null where that is too little. */
function shortLabel(
  group: Group,
  room: Room,
  filled: readonly Room[],
): { readonly text: string; readonly left: number } | null {
  const start = rightOf(group);
  const end = leftOf(group);
  const after = filled.filter(({ right }) => right > start).map(({ left }) => left - labelGap);
  const before = filled.filter(({ left }) => left < end).map(({ right }) => right + labelGap);
  const toRight = Math.min(room.right, ...after) - start;
  const toLeft = end - Math.max(room.left, ...before);
  const text = fitted(group, Math.max(toRight, toLeft));
  if (text === null) return null;
  return { text, left: toRight >= toLeft ? start : end - textWidth(text, smallFont) };
}

function fitted(group: Group, room: number): string | null {
  if (room < leastLabel) return null;
  if (group.length > 1) {
    const text = countOf(group.length, "action");
    return textWidth(text, smallFont) <= room ? text : null;
  }
  const whole = textOf(group);
  for (let most = whole.length; most > 1; --most) {
    const text = cutText(whole, most);
    if (textWidth(text, smallFont) <= room) return text;
  }
  return null;
}
