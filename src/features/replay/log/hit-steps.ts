/** From hit to hit of a search. A press while the last hit is still looked for goes on from that one. */

export interface HitWalk {
  /** Where it begins, unless a step is under way. */
  from(): number;
  /** The row of the next hit; null: there is none. */
  find(row: number, signal: AbortSignal): Promise<number | null>;
  show(row: number): void | Promise<void>;
}

export class HitSteps {
  #underWay: Promise<number | null> | null = null;
  #abort = new AbortController();

  /** Settles when the hit is shown, another press goes on from it, or it was stopped. */
  async step({ from, find, show }: HitWalk): Promise<void> {
    const { signal } = this.#abort;
    const before = this.#underWay ?? Promise.resolve(null);
    const step = before.then((row) => (signal.aborted ? null : find(row ?? from(), signal)));
    this.#underWay = step;
    const row = await step;
    if (this.#underWay !== step) return;
    if (row !== null) await show(row);
    if (this.#underWay === step) this.#underWay = null;
  }

  /** Nothing is looked for any more: something else was chosen, or another search. */
  stop(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#underWay = null;
  }
}
