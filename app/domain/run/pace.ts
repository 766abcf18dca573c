/** How fast engine time passes, measured: what the estimate of the remaining time rests on. */

interface Mark {
  readonly wallMs: number;
  readonly engineMs: number;
}

/** Long enough to smooth batches, short enough to notice a change of pace. */
const measuredOverMs = 5000;
/** Below this, one batch more or less would change the answer too much. */
const leastWallMs = 750;

/** Engine milliseconds per millisecond of wall time, over the last seconds in which it ran. */
export class PaceMeter {
  #marks: Mark[] = [];

  /** Forgets what came before, as after a pause or a change of pace. */
  restart(): void {
    this.#marks = [];
  }

  take(wallMs: number, engineMs: number): void {
    const last = this.#marks.at(-1);
    if (last !== undefined && engineMs < last.engineMs) this.restart();
    this.#marks.push({ wallMs, engineMs });
    while ((this.#marks[1]?.wallMs ?? wallMs) < wallMs - measuredOverMs) this.#marks.shift();
  }

  /** Null until enough is known. */
  get rate(): number | null {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    if (first === undefined || last === undefined) return null;
    const wallMs = last.wallMs - first.wallMs;
    const engineMs = last.engineMs - first.engineMs;
    return wallMs < leastWallMs || engineMs <= 0 ? null : engineMs / wallMs;
  }
}

export const paces = [1, 10, 60, 0] as const;

/** With one of the scenario's own in its place; the fastest is the last. */
export function pacesWith(own: number | null): readonly number[] {
  if (own === null || paces.some((pace) => pace === own)) return paces;
  return [...paces, own].sort((a, b) => (a || Infinity) - (b || Infinity));
}

/** 0 is as fast as it goes. */
export const paceLabel = (pace: number): string => (pace === 0 ? "Max" : `${pace}×`);
