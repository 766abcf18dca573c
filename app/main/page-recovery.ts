/**
 * Brings the page back when its process has ended or hangs, and says so. Experiments go on meanwhile: they
 * run in other processes. A page that crashes again and again is loaded only when the user wants it.
 */
import { Deaths } from "./deaths.ts";

/** What a crash of the page can be answered with. */
export interface Notice {
  readonly type: "warning" | "error";
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

export interface RecoveringWindow {
  load(): void;
  /** Ends the page's process, which is told like any other end. */
  endPage(): void;
  /** The index of the pressed button. The signal takes the notice away, as if its first was pressed. */
  ask(notice: Notice, signal?: AbortSignal): Promise<number>;
  exportLog(): Promise<void>;
  quit(): void;
}

const goesOn =
  "Experiments that are running go on and are recorded. What was typed in the last second may be gone.";

export class PageRecovery {
  readonly #window: RecoveringWindow;
  readonly #log: (text: string) => void;
  readonly #deaths: Deaths;
  /** Takes the question whether to wait away, when there is nothing to wait for any more. */
  #asking: AbortController | null = null;
  #endedByUser = false;

  constructor(window: RecoveringWindow, log: (text: string) => void, now?: () => number) {
    this.#window = window;
    this.#log = log;
    this.#deaths = new Deaths(now);
  }

  /** The page's process is gone; `reason` as Electron has it. */
  async gone(reason: string, exitCode: number): Promise<void> {
    this.#asking?.abort();
    const byUser = this.#endedByUser;
    this.#endedByUser = false;
    const how = `${reason}, exit code ${exitCode}`;
    this.#log(byUser ? "ended by the user, since it hung" : `its process ended (${how})`);
    if (byUser) {
      this.#window.load();
      return;
    }
    if (this.#deaths.isOneTooMany()) {
      await this.#askWhatToDo(how);
      return;
    }
    this.#window.load();
    await this.#window.ask({
      type: "warning",
      message: "The page of this window crashed and was loaded again.",
      detail: `Its process ended (${how}). ${goesOn} Help, Export Log… saves what is known of it.`,
      buttons: ["OK"],
    });
  }

  async hangs(): Promise<void> {
    if (this.#asking !== null) return;
    this.#log("does not answer");
    const asking = new AbortController();
    this.#asking = asking;
    const answer = await this.#window.ask(
      {
        type: "warning",
        message: "The page of this window does not answer.",
        detail: `Wait if it may have much to do, else load it again. ${goesOn}`,
        buttons: ["Wait", "Load it again"],
      },
      asking.signal,
    );
    this.#asking = null;
    if (answer !== 1 || asking.signal.aborted) return;
    this.#endedByUser = true;
    this.#window.endPage();
  }

  answersAgain(): void {
    this.#log("answers again");
    this.#asking?.abort();
  }

  async #askWhatToDo(how: string): Promise<void> {
    for (;;) {
      const answer = await this.#window.ask({
        type: "error",
        message: "The page of this window crashes again and again.",
        detail: `Its process ended (${how}). ${goesOn} Load it again, or quit, which ends experiments; what they have recorded is kept.`,
        buttons: ["Load it again", "Export log…", "Quit"],
      });
      if (answer === 1) {
        await this.#window.exportLog();
        continue;
      }
      if (answer === 2) this.#window.quit();
      else this.#window.load();
      return;
    }
  }
}
