/** The receiving half that every transport shares: frames wait for their handler, a close is told once. */
export class FrameInbox {
  readonly #early: Uint8Array[] = [];
  #frameHandler: ((frame: Uint8Array) => void) | null = null;
  #closeHandler: (() => void) | null = null;
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  /** Frames after the close are dropped: the reader has been told that the channel is over. */
  push(frame: Uint8Array): void {
    if (this.#closed) return;
    if (this.#frameHandler === null) this.#early.push(frame);
    else this.#frameHandler(frame);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#closeHandler?.();
  }

  onFrame(handler: (frame: Uint8Array) => void): void {
    this.#frameHandler = handler;
    for (const frame of this.#early.splice(0)) handler(frame);
  }

  onClose(handler: () => void): void {
    this.#closeHandler = handler;
    if (this.#closed) queueMicrotask(handler);
  }
}
