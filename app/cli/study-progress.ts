/** Progress of a study on stderr: a bar on a terminal, elsewhere a line whenever a run has ended. */
import type { SingleBar } from "cli-progress";
import { isOver, type StudyState } from "../contract/rpc/studies.ts";
import { formatRoughDuration } from "../domain/format/times.ts";
import { outputStreams, printNote } from "./console.ts";
import { startBar } from "./progress-bar.ts";

export class StudyProgress {
  readonly #total: number;
  readonly #bar: SingleBar | null;
  #ended = -1;

  constructor({ runs }: StudyState) {
    const { stderr } = outputStreams();
    this.#total = runs.length;
    this.#bar = stderr.isTTY ? startBar(stderr, runs.length, "starting") : null;
  }

  take(state: StudyState): void {
    const failed = state.runs.filter(({ status }) => status === "failed").length;
    const ended = state.runs.filter(isOver).length;
    const left = state.remainingMs;
    const parts = [
      `${ended} of ${this.#total} runs`,
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(left === undefined ? [] : [`about ${formatRoughDuration(left)} left`]),
    ];
    if (this.#bar !== null) this.#bar.update(ended, { line: parts.join(" | ") });
    else if (ended !== this.#ended) printNote(parts.join(" | "));
    this.#ended = ended;
  }

  stop(): void {
    this.#bar?.stop();
  }
}
