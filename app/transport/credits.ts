/**
 * Flow control of telemetry. One credit allows one batch. The sender starts with a window of them,
 * and sends none when it has none; the receiver grants a new one when it has dealt with a batch, not when
 * it got it. So nothing is dropped and no queue grows on the way: a slow reader slows a virtual run
 * down, and what it has not taken of a real run waits in the engine.
 */

export const initialCredits = 8;

/** The sender's side: refuses to spend what it was not granted. */
export class CreditAccount {
  #credits = initialCredits;

  get available(): number {
    return this.#credits;
  }

  grant(credits: number): void {
    this.#credits += credits;
  }

  /** False when there is none to spend: the sender has to wait. */
  spend(): boolean {
    if (this.#credits === 0) return false;
    this.#credits -= 1;
    return true;
  }
}

/** The receiver's side: deals with one batch after the other, and grants as it goes. */
export class CreditedReceiver {
  readonly #consume: (bytes: Uint8Array) => void | Promise<void>;
  readonly #grant: (credits: number) => void;
  #work: Promise<void> = Promise.resolve();

  constructor(
    consume: (bytes: Uint8Array) => void | Promise<void>,
    grant: (credits: number) => void,
  ) {
    this.#consume = consume;
    this.#grant = grant;
  }

  accept(bytes: Uint8Array): void {
    this.#work = this.#work.then(() => this.#consume(bytes)).then(() => this.#grant(1));
    // The failure is not lost: drained() reports it, and no further batch is dealt with.
    this.#work.catch(() => undefined);
  }

  /** Settles when every batch accepted so far is dealt with; rejects with the first failure. */
  drained(): Promise<void> {
    return this.#work;
  }
}
