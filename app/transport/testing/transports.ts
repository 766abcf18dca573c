/** Two ends of one channel within a process. Frames arrive later, as copies, as they would elsewhere. */
import { FrameInbox } from "../frame-inbox.ts";
import type { Transport } from "../transport.ts";

export class LocalTransport implements Transport {
  readonly #inbox = new FrameInbox();
  #peer: LocalTransport | null = null;
  /** Why this end was closed, if it was. */
  closedFor: string | null = null;

  static pair(): [LocalTransport, LocalTransport] {
    const pair: [LocalTransport, LocalTransport] = [new LocalTransport(), new LocalTransport()];
    pair[0].#peer = pair[1];
    pair[1].#peer = pair[0];
    return pair;
  }

  send(frame: Uint8Array): void {
    if (this.#inbox.closed) return;
    const copy = new Uint8Array(frame);
    setImmediate(() => this.#peer?.arrived(copy));
  }

  private arrived(frame: Uint8Array): void {
    this.#inbox.push(frame);
  }

  private ended(): void {
    this.#inbox.close();
  }

  onFrame(handler: (frame: Uint8Array) => void): void {
    this.#inbox.onFrame(handler);
  }

  onClose(handler: () => void): void {
    this.#inbox.onClose(handler);
  }

  close(reason?: string): void {
    if (this.#inbox.closed) return;
    this.closedFor = reason ?? null;
    this.#inbox.close();
    setImmediate(() => this.#peer?.ended());
  }
}
