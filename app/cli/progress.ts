/**
 * Progress of a run on stderr: a bar on a terminal, elsewhere a line now and then. It shows state,
 * engine time, throughput and an estimate of the wall time left.
 */
import type { SingleBar } from "cli-progress";
import type { RunEvent } from "../contract/events.ts";
import type { Frame } from "../contract/frame.ts";
import { fixed } from "../domain/format/plain-numbers.ts";
import { plannedMsAfter } from "../domain/run/prolong.ts";
import { outputStreams } from "./console.ts";
import { startBar } from "./progress-bar.ts";
import { terminalText } from "./text/terminal-text.ts";

/** Lines on a pipe or in a CI log: one for each change of state and each tenth of the run. */
const stepsOfLog = 10;

export class Progress {
  #durationMs: number;
  readonly #stream = outputStreams().stderr;
  readonly #startedMs = performance.now();
  readonly #bar: SingleBar | null;
  #engineMs = 0;
  #state = "starting";
  #phase = "";
  #transactionsPerSecond = 0;
  #lastStep = 0;

  constructor(durationSeconds: number) {
    this.#durationMs = durationSeconds * 1000;
    this.#bar = this.#stream.isTTY ? startBar(this.#stream, this.#durationMs, "starting") : null;
  }

  take(frame: Frame): void {
    const before = this.#state + this.#phase;
    for (const event of frame.events) this.#event(event);
    const durationMs = plannedMsAfter(this.#durationMs, frame.events);
    if (durationMs !== this.#durationMs) this.#bar?.setTotal(durationMs);
    this.#durationMs = durationMs;
    this.#engineMs = frame.timeMs.at(-1) ?? this.#engineMs;
    this.#transactionsPerSecond =
      frame.counters.transactionsPerSecond?.at(-1) ?? this.#transactionsPerSecond;
    this.#show(this.#state + this.#phase !== before);
  }

  /** A line of its own, above the bar. */
  note(text: string): void {
    if (this.#bar !== null) this.#stream.write("\r\u001b[K");
    this.#stream.write(`${terminalText(text)}\n`);
    this.#bar?.render();
  }

  stop(): void {
    this.#bar?.stop();
  }

  #event(event: RunEvent): void {
    if (event.kind === "state") {
      this.#state = event.state;
      if (event.state !== "creating") this.#phase = "";
    } else if (event.kind === "phase" && event.snapshot !== null) {
      const percent = event.progress === undefined ? "" : ` ${fixed(event.progress * 100, 0)} %`;
      this.#phase = event.endMs === null ? `, ${event.snapshot}: ${event.name}${percent}` : "";
    }
  }

  #show(stateChanged: boolean): void {
    if (this.#bar !== null) {
      this.#bar.update(Math.min(this.#engineMs, this.#durationMs), { line: this.#line() });
      return;
    }
    const share = Math.min(1, this.#engineMs / this.#durationMs);
    const step = Math.floor(share * stepsOfLog);
    if (step === this.#lastStep && !(stateChanged && this.#phase === "")) return;
    this.#lastStep = step;
    this.#stream.write(`${this.#line()}\n`);
  }

  #line(): string {
    const time = `${fixed(this.#engineMs / 1000, 1)} of ${fixed(this.#durationMs / 1000, 1)} s`;
    const rate = `${fixed(this.#transactionsPerSecond, 0)} tx/s`;
    return `${this.#state}${terminalText(this.#phase)} | engine time ${time} | ${rate} | ${this.#estimate()}`;
  }

  #estimate(): string {
    if (this.#engineMs <= 0) return "ETA -";
    const elapsedMs = performance.now() - this.#startedMs;
    const leftMs = (elapsedMs / this.#engineMs) * Math.max(0, this.#durationMs - this.#engineMs);
    return `ETA ${fixed(leftMs / 1000, 0)} s`;
  }
}
