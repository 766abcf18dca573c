/**
 * Response times as HDR histograms. The engine sends bucket counts; the layout (3 significant
 * figures, 1 us to 1 hour) is that of native/telemetry/histogram.h, and this is its only other
 * definition. Merging counts and then reading a percentile is exact to a bucket, which averaging
 * percentiles never is.
 *
 * Not hdr-histogram-js, against which it is tested: that takes 6 to 11 times as long to merge the 60
 * buckets of a point and read its p99 (64 to 91 us against 8 to 12), since all its 23,552 counts are
 * scanned and cleared for each point; a chart merges thousands.
 */

/** The layout of every histogram that can be merged: bounds in microseconds. */
export const layout = { lowest: 1, highest: 3_600_000_000, significantFigures: 3 } as const;

const subBucketHalfCount = 1024;
export const bucketCount = 23_552;

/** Bucket index and count in turns: [index, count, index, count, ...], empty buckets left out. */
export type Buckets = Float64Array;

/** Microseconds that fall into the bucket: the lowest, and how many there are. */
function rangeOf(index: number): { readonly lowest: number; readonly width: number } {
  const width = 2 ** Math.max(Math.floor(index / subBucketHalfCount) - 1, 0);
  const lowest =
    index < subBucketHalfCount
      ? index
      : ((index % subBucketHalfCount) + subBucketHalfCount) * width;
  return { lowest, width };
}

/** Highest value that falls into the bucket, microseconds: what a percentile reports. */
export function highestValueUs(index: number): number {
  const { lowest, width } = rangeOf(index);
  return lowest + width - 1;
}

/** The middle of the bucket, microseconds: what a mean counts. */
function middleValueUs(index: number): number {
  const { lowest, width } = rangeOf(index);
  return lowest + Math.floor(width / 2);
}

/** How close to each other two response times are of which it has one: the width of the bucket that `ms` falls into. */
export function resolutionMs(ms: number): number {
  const us = Math.min(1000 * ms, layout.highest);
  return 2 ** Math.max(0, Math.floor(Math.log2(us / subBucketHalfCount))) / 1000;
}

export class LatencyHistogram {
  readonly #counts = new Float64Array(bucketCount);
  #total = 0;
  // Buckets that may hold something: [#first, #end).
  #first = bucketCount;
  #end = 0;

  get count(): number {
    return this.#total;
  }

  /**
   * Indices outside of the layout come from no engine of ours, and are left out. `share`: the part of
   * the counts that is taken, for a sample that lies only partly in a span.
   */
  add(buckets: Buckets, share = 1): void {
    for (let at = 0; at + 1 < buckets.length; at += 2) {
      const index = buckets[at] ?? -1;
      if (index < 0 || index >= bucketCount) continue;
      const count = (buckets[at + 1] ?? 0) * share;
      this.#counts[index] = (this.#counts[index] ?? 0) + count;
      this.#total += count;
      this.#first = Math.min(this.#first, index);
      this.#end = Math.max(this.#end, index + 1);
    }
  }

  reset(): void {
    this.#counts.fill(0, this.#first, Math.max(this.#end, this.#first));
    this.#total = 0;
    this.#first = bucketCount;
    this.#end = 0;
  }

  /** By nearest rank, ms; NaN when nothing was recorded. `percent` is 0 to 100. */
  percentileMs(percent: number): number {
    if (this.#total <= 0) return Number.NaN;
    // Counts are whole unless a sample was taken in part: then a rank is no whole number either.
    const rank = (this.#total * percent) / 100;
    let seen = 0;
    for (let index = this.#first; index < this.#end; ++index) {
      seen += this.#counts[index] ?? 0;
      if (seen > 0 && seen >= rank) return highestValueUs(index) / 1000;
    }
    return highestValueUs(this.#end - 1) / 1000;
  }

  /** Each value counted as the middle of its bucket, ms; NaN when nothing was recorded. */
  meanMs(): number {
    if (this.#total <= 0) return Number.NaN;
    let sum = 0;
    for (let index = this.#first; index < this.#end; ++index) {
      const count = this.#counts[index] ?? 0;
      if (count > 0) sum += count * middleValueUs(index);
    }
    return sum / this.#total / 1000;
  }

  buckets(): Buckets {
    const pairs: number[] = [];
    for (let index = this.#first; index < this.#end; ++index) {
      const count = this.#counts[index] ?? 0;
      if (count > 0) pairs.push(index, count);
    }
    return Float64Array.from(pairs);
  }
}
