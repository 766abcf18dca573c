/** Moments at which the lanes of compared recordings fall together. */
import { type Alignment, alignments } from "../../../app/contract/comparison.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";

export const alignmentTitles: Readonly<Record<Alignment, string>> = {
  start: "Start",
  command: "Command",
  analysis: "Start of analysis",
  end: "End",
};

/** The moment of the first creation, ms from the origin; null: there is no such moment. */
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

/** A recording that is drawn over or under another one. */
export interface AlignedRecording {
  readonly name: string;
  /** Null until it is read. */
  readonly timeline: Timeline | null;
}

export interface AlignmentChoice {
  readonly alignment: Alignment;
  /** Why these recordings do not fall together on it; null: they do, as far as they are read. */
  readonly problem: string | null;
}

export function alignmentChoices(
  recordings: readonly AlignedRecording[],
): readonly AlignmentChoice[] {
  return alignments.map((alignment) => {
    const without = recordings.find(
      ({ timeline }) => timeline !== null && momentOf(timeline, alignment) === null,
    );
    return {
      alignment,
      problem: without === undefined ? null : `${without.name} has no creation of a snapshot`,
    };
  });
}

/** What was asked for, or the starts, which all recordings have. */
export const usedAlignment = (choices: readonly AlignmentChoice[], asked: Alignment): Alignment =>
  choices.some(({ alignment, problem }) => alignment === asked && problem === null)
    ? asked
    : "start";

/** What is added to the times of `other` to have those of `one`, ms; the starts where one lacks the moment. */
export function shiftBetween(one: Timeline, other: Timeline, alignment: Alignment): number {
  const [to, from] = [momentOf(one, alignment), momentOf(other, alignment)];
  return to === null || from === null ? 0 : to - from;
}
