/**
 * What a figure of a preset may be that no source gives: the preset assumes one value, and what follows
 * from it is known only as far as all that the figure may be gives the same.
 */
interface RangeFacts {
  /**
   * Figures that change with this one, by their paths, as a factor of what they are: a disk that turns
   * slower also seeks slower, and half as many channels with a known rate are each twice as fast.
   */
  readonly also?: {
    readonly slow?: Readonly<Record<string, number>>;
    readonly fast?: Readonly<Record<string, number>>;
  };
  /** Why no more and no less. */
  readonly reason: string;
}

/** Null: the part that the figure is of is not there, as a controller without a cache. */
interface Span extends RangeFacts {
  readonly slow: number | null;
  readonly fast: number;
}

/** Only these can be, from the slowest to the fastest. */
interface Choices extends RangeFacts {
  readonly choices: readonly number[];
}

export type AssumedRange = Span | Choices;
export type RangeEnd = "slow" | "fast";
export const rangeEnds: readonly RangeEnd[] = ["slow", "fast"];

/** Ranges of a preset, by the paths of its figures. */
export type AssumedRanges = Readonly<Record<string, AssumedRange>>;

/** Presets say in words where a figure is from. */
export const isAssumed = (source: string): boolean => /\bassumed\b/.test(source);

/** Slow and fast are meant of storage and server as a whole: what a figure does to a result is measured. */
export function endOf(range: AssumedRange, end: RangeEnd): number | null {
  if (!("choices" in range)) return range[end];
  return range.choices.at(end === "slow" ? 0 : -1) ?? null;
}
