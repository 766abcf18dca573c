/**
 * The captures that threads hold now: a few, since each keeps an index of its records. The one that
 * was used longest ago makes room, and is read again when somebody asks for it.
 */
import type { WorkerOpening } from "../../capture-worker/api.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import { OpenCapture, type OpeningFiles } from "./open-capture.ts";
import { type ThreadOptions, WorkerThread } from "./worker-thread.ts";

/** Each may take a core and some hundred MB while it reads. */
export const mostOpen = 3;

export class OpenCaptures {
  readonly #options: ThreadOptions;
  #onRead: (id: string, records: number) => void = () => undefined;
  readonly #open = new Map<string, OpenCapture>();
  /** Under way: who asks meanwhile gets the same one. */
  readonly #opening = new Map<string, Promise<Result<OpenCapture>>>();
  /** Started beforehand: starting takes longer than reading the first part of most files. */
  #spare: WorkerThread | null = null;
  #closed = false;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** The listener hears of each that was read to its end. */
  onRead(listener: (id: string, records: number) => void): void {
    this.#onRead = listener;
  }

  /** Somebody may open files soon. */
  prepare(): void {
    if (!this.#closed) this.#spare ??= new WorkerThread(this.#options);
  }

  get(id: string): OpenCapture | null {
    return this.#open.get(id) ?? null;
  }

  /** Opens files that nobody holds yet; what they are is known then, and reading has not begun. */
  async openNew(id: string, files: OpeningFiles): Promise<Result<WorkerOpening>> {
    const opened = await this.#start(id, files);
    return opened.ok ? success(opened.value.opening) : opened;
  }

  /** The capture, opened again and being read where no thread holds it. */
  async ensure(id: string, files: () => Result<OpeningFiles>): Promise<Result<OpenCapture>> {
    const held = this.#open.get(id);
    if (held !== undefined) return success(held);
    const opening = this.#opening.get(id) ?? this.#reopen(id, files);
    this.#opening.set(id, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(id);
    }
  }

  /** Reads it; its end is told to who keeps the library. */
  read(id: string): void {
    const capture = this.#open.get(id);
    if (capture === undefined) return;
    capture.read();
    void this.#awaitEnd(id, capture);
  }

  async remove(id: string): Promise<void> {
    const capture = this.#open.get(id);
    this.#open.delete(id);
    await capture?.close();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#spare?.close();
    await Promise.allSettled(this.#opening.values());
    await Promise.all([...this.#open.keys()].map((id) => this.remove(id)));
  }

  async #reopen(id: string, files: () => Result<OpeningFiles>): Promise<Result<OpenCapture>> {
    const found = files();
    if (!found.ok) return found;
    const opened = await this.#start(id, found.value);
    if (!opened.ok) return opened;
    this.read(id);
    return success(opened.value.capture);
  }

  async #start(id: string, files: OpeningFiles) {
    const opened = await OpenCapture.open(this.#takeThread(), files);
    if (!opened.ok) return opened;
    if (this.#closed) {
      await opened.value.capture.close();
      return failure("interrupted", "the program is ending");
    }
    this.#makeRoom();
    this.#open.set(id, opened.value.capture);
    return opened;
  }

  #takeThread(): WorkerThread {
    const spare = this.#spare;
    this.#spare = null;
    return spare?.running === true ? spare : new WorkerThread(this.#options);
  }

  async #awaitEnd(id: string, capture: OpenCapture): Promise<void> {
    for await (const { progress } of capture.watch(new AbortController().signal)) {
      if (progress.state === "complete") this.#onRead(id, progress.records);
    }
  }

  /** Those that nobody waits for go first. */
  #makeRoom(): void {
    while (this.#open.size >= mostOpen) {
      const [victim] = [...this.#open].toSorted(
        ([, a], [, b]) => Number(a.busy) - Number(b.busy) || a.usedAt - b.usedAt,
      );
      if (victim === undefined) return;
      void this.remove(victim[0]);
    }
  }
}
