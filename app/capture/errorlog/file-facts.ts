/** What is known of an ERRORLOG as a whole: who wrote it, when, and how much of it was understood. */
import { maxListedTimeSteps, type TimeStep } from "../../contract/capture.ts";
import type { Message } from "../../domain/errorlog/messages/message.ts";
import { printLocalTime } from "../../domain/local-time.ts";

/** A place where the clock of a log goes back; ms since 1970 of a clock without zones. */
export interface ClockStep {
  readonly record: number;
  readonly line: number;
  readonly fromMs: number;
  readonly toMs: number;
}

export class FileFacts {
  product: string | null = null;
  build: string | null = null;
  edition: string | null = null;
  host: string | null = null;
  utcOffsetMinutes: number | null = null;
  lines = 0;
  records = 0;
  errors = 0;
  unrecognised = 0;
  timeStepCount = 0;
  readonly timeSteps: TimeStep[] = [];
  readonly notes: string[] = [];
  /** Time of the first record, even where an earlier one follows a step; null: no record has a time. */
  firstTimeMs: number | null = null;
  /** Time of the last record. */
  lastTimeMs: number | null = null;

  /** Takes the times of the first and the last of a stretch of records. */
  takeTimes(firstMs: number, lastMs: number): void {
    this.firstTimeMs ??= firstMs;
    this.lastTimeMs = lastMs;
  }

  addStep({ line, fromMs, toMs }: ClockStep): void {
    this.timeStepCount += 1;
    if (this.timeSteps.length >= maxListedTimeSteps) return;
    const [from, to] = [printLocalTime(fromMs), printLocalTime(toMs)];
    this.timeSteps.push({ line, from, to, byMs: fromMs - toMs });
  }

  /** A log that goes on over a restart without a new file has two banners: the last one counts. */
  note(message: Message): void {
    switch (message.kind) {
      case "serverBanner":
        this.product = message.product;
        this.build = message.build;
        this.edition = message.edition;
        break;
      case "serverName":
        this.host = message.host;
        break;
      case "utcAdjustment":
        this.utcOffsetMinutes = message.minutes;
        break;
      default:
    }
  }
}
