import { clockDate } from "../clock-text.ts";
import { Occurrences } from "../evidence.ts";
import { type FindingDraft, finding } from "./finding.ts";
import type { FindingContext, FindingRule, StepOfTime } from "./finding-rule.ts";
import { spanText, timesText } from "./wording.ts";

/** Sessions write their records side by side, so times step back by tens of ms in every busy log. */
export const notableStepMs = 1000;
const hourMs = 3_600_000;
/** Sessions write side by side, and a record is stamped before it is written. */
const jitterMs = 2000;
const maxHours = 10;

/** Places where the clock goes back by a second or more. */
export class TimeSteps implements FindingRule {
  readonly id = "timeStep";
  readonly kinds = [] as const;
  /** Clocks are put back by an hour once a year: each is told. */
  readonly #hours: StepOfTime[] = [];
  readonly #others: StepOfTime[] = [];
  #otherCount = 0;
  #largestMs = 0;

  /** What it needs comes by `timeStep`. */
  take(): void {
    return;
  }

  timeStep(step: StepOfTime): void {
    const back = step.fromMs - step.toMs;
    if (!(back >= notableStepMs)) return;
    if (isHour(step) && this.#hours.length < maxHours) {
      this.#hours.push(step);
      return;
    }
    this.#otherCount += 1;
    this.#largestMs = Math.max(this.#largestMs, back);
    if (this.#others.length < 20) this.#others.push(step);
  }

  findings({ originMs }: FindingContext): readonly FindingDraft[] {
    const found = this.#hours.map((step) => hourBack(step, originMs));
    if (this.#otherCount > 0) found.push(this.#setBack(originMs));
    return found;
  }

  #setBack(originMs: number): FindingDraft {
    const occurrences = occurrencesOf(this.#others, originMs);
    occurrences.count = this.#otherCount;
    return finding(
      "warning",
      `The server's clock was set back ${timesText(this.#otherCount)}, by ${spanText(this.#largestMs)} at most`,
      "Records after the step carry times that were used before, so durations across it are wrong, and phases that span it show only that they have ended. Look at the time service: a virtual machine that was suspended or moved, or a source of time that is off.",
      occurrences,
    );
  }
}

/**
 * Records do not stand right at the change of the clock: what lacks of the hour passed between the two,
 * so it is no longer than the log is otherwise silent there.
 */
function isHour({ fromMs, toMs, longestGapMs }: StepOfTime): boolean {
  const passed = hourMs - (fromMs - toMs);
  return passed >= -jitterMs && passed <= Math.max(longestGapMs, jitterMs);
}

function hourBack(step: StepOfTime, originMs: number): FindingDraft {
  const back = step.fromMs - step.toMs;
  return finding(
    "information",
    `The clock goes back by ${spanText(back)}: most likely the end of daylight saving time`,
    `From ${clockDate(originMs + step.fromMs)} to ${clockDate(originMs + step.toMs)}. The hour stands in the log twice; durations across the step are an hour too short.`,
    occurrencesOf([step], originMs),
  );
}

/** The record itself may be of any kind and is not at hand: the step is described instead. */
function occurrencesOf(steps: readonly StepOfTime[], originMs: number): Occurrences {
  const occurrences = new Occurrences();
  for (const { file, record, line, fromMs, toMs } of steps) {
    const text = `from ${clockDate(originMs + fromMs)} to ${clockDate(originMs + toMs)}`;
    occurrences.addEvidence({ file, record, line, atMs: toMs, text });
  }
  return occurrences;
}
