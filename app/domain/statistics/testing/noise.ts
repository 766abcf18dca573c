/** Made-up measurements, the same for the same seed. */
import { SeededRandom } from "../../seeded-random.ts";

export class Noise {
  readonly #random: SeededRandom;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
  }

  /** From the standard normal distribution: G. E. P. Box and M. E. Muller (1958). */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(this.#random.share()));
    return radius * Math.cos(2 * Math.PI * this.#random.share());
  }

  /** A value a run around `center`, apart by `spread` of it, and now and then far out as measured ones are. */
  runs(count: number, center: number, spread: number): number[] {
    return Array.from({ length: count }, () => {
      const outlier = this.#random.share() < 0.05 ? 3 : 1;
      return center * Math.exp(outlier * spread * this.normal());
    });
  }

  /** Samples of which each keeps the share `memory` of the one before, in their steady state from the first on. */
  series(count: number, center: number, memory: number): number[] {
    let away = this.normal() / Math.sqrt(1 - memory ** 2);
    return Array.from({ length: count }, () => {
      const value = center + away;
      away = memory * away + this.normal();
      return value;
    });
  }
}
