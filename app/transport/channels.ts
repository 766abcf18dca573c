/**
 * Several labelled transports over one: what stands in for message ports where they cannot go, which
 * is into a forked Node process. Either end may open a channel.
 *
 *   frame:  channel id, uint32 little-endian | kind, one byte | payload
 *   kinds:  open (label as UTF-8), data, close
 *
 * The two ends number their channels apart, odd and even, so neither has to ask for an id.
 */
import { FrameInbox } from "./frame-inbox.ts";
import type { Transport } from "./transport.ts";

const headBytes = 5;
const kinds = { open: 1, data: 2, close: 3 } as const;

export type ChannelHandler = (label: string, channel: Transport) => void;

export class Channels {
  readonly #transport: Transport;
  readonly #inboxes = new Map<number, FrameInbox>();
  readonly #onOpen: ChannelHandler;
  #nextId: number;

  /** `side` must differ between the two ends. */
  constructor(transport: Transport, side: "odd" | "even", onOpen: ChannelHandler) {
    this.#transport = transport;
    this.#onOpen = onOpen;
    this.#nextId = side === "odd" ? 1 : 2;
    transport.onFrame((frame) => this.#receive(frame));
    transport.onClose(() => {
      for (const inbox of this.#inboxes.values()) inbox.close();
      this.#inboxes.clear();
    });
  }

  open(label: string): Transport {
    const id = this.#nextId;
    this.#nextId += 2;
    const channel = this.#channel(id);
    this.#send(id, kinds.open, new TextEncoder().encode(label));
    return channel;
  }

  #channel(id: number): Transport {
    const inbox = new FrameInbox();
    this.#inboxes.set(id, inbox);
    return {
      send: (frame) => {
        if (!inbox.closed) this.#send(id, kinds.data, frame);
      },
      onFrame: (handler) => inbox.onFrame(handler),
      onClose: (handler) => inbox.onClose(handler),
      close: () => {
        if (!this.#inboxes.delete(id)) return;
        this.#send(id, kinds.close, new Uint8Array(0));
        inbox.close();
      },
    };
  }

  #send(id: number, kind: number, payload: Uint8Array): void {
    const frame = new Uint8Array(headBytes + payload.byteLength);
    new DataView(frame.buffer).setUint32(0, id, true);
    frame[4] = kind;
    frame.set(payload, headBytes);
    this.#transport.send(frame);
  }

  /** Both ends are one program: a frame that makes no sense is of a channel just closed, or a bug. */
  #receive(frame: Uint8Array): void {
    if (frame.byteLength < headBytes) return;
    const id = new DataView(frame.buffer, frame.byteOffset).getUint32(0, true);
    const payload = frame.subarray(headBytes);
    switch (frame[4]) {
      case kinds.open:
        this.#onOpen(new TextDecoder().decode(payload), this.#channel(id));
        return;
      case kinds.data:
        this.#inboxes.get(id)?.push(payload);
        return;
      case kinds.close: {
        const inbox = this.#inboxes.get(id);
        this.#inboxes.delete(id);
        inbox?.close();
      }
    }
  }
}

/** Hands everything on between two transports, and closes either with the other. */
export function relay(one: Transport, other: Transport): void {
  one.onFrame((frame) => other.send(frame));
  other.onFrame((frame) => one.send(frame));
  one.onClose(() => other.close());
  other.onClose(() => one.close());
}
