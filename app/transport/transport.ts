/**
 * One channel for everything that crosses a process boundary: whole byte frames, in order, both
 * ways. What carries them (fork IPC, a message port, a socket) is the only thing that differs.
 */
export interface Transport {
  /** Hands a frame over; after the channel has closed it goes nowhere, which is no error. */
  send(frame: Uint8Array): void;
  /** Frames that arrive before a handler is set are kept for it. */
  onFrame(handler: (frame: Uint8Array) => void): void;
  /** Called once, however the channel ends; at once when it already has. */
  onClose(handler: () => void): void;
  /** `reason` reaches the other end where the channel can carry it: a socket does. */
  close(reason?: string): void;
}
