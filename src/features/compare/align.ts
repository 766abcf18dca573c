/** Moments at which the lanes of compared recordings fall together. */
import { type Alignment, alignments } from "../../../app/contract/comparison.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";

export const alignmentTitles: Readonly<Record<Alignment, string>> = {
  start: "Start",
  command: "Command",
  analysis: "Start of analysis",
  end: "End",
};

/** Of the first creation, ms from the origin; null: there is no such moment. */
export function momentOf({ bands, asOf, endMs }: Timeline, alignment: Alignment): number | null {
  const command = bands.find(({ row }) => row === "command");
  switch (alignment) {
    case "start":
      return 0;
    case "command":
      return command?.startMs ?? null;
    case "analysis":
      return asOf[0]?.atMs ?? null;
    case "end":
      return command === undefined ? endMs : command.endMs;
  }
}

/** What both recordings have. */
export const sharedAlignments = (one: Timeline, other: Timeline): readonly Alignment[] =>
  alignments.filter(
    (alignment) => momentOf(one, alignment) !== null && momentOf(other, alignment) !== null,
  );

/** What is added to the times of `other` to have those of `one`, ms; the starts where one lacks the moment. */
export function shiftBetween(one: Timeline, other: Timeline, alignment: Alignment): number {
  const [to, from] = [momentOf(one, alignment), momentOf(other, alignment)];
  return to === null || from === null ? 0 : to - from;
}
