import type { EventPlace } from "../../events.ts";
import { each, type Handlers, Handling, type MessageOf } from "../follower.ts";
import { AroundShutdowns } from "./around-shutdowns.ts";
import { type FindingDraft, finding, maxFindingsOfRule } from "./finding.ts";
import type { FindingContext, FindingRule } from "./finding-rule.ts";
import { Groups } from "./group-rule.ts";
import { timesText } from "./wording.ts";

/**
 * Errors of severity 20 that end a connection and say nothing of the server: what happened, and what to
 * do about it when it goes on.
 */
const errors: Readonly<Record<number, readonly [what: string, advice: string]>> = {
  4014: [
    "a connection broke while a request was read",
    "The network or the client went away. Network adapters that take over TCP's work (offloading), a firewall that drops idle connections and clients that are killed do that.",
  ],
  17806: [
    "a Windows log-on was broken off (SSPI)",
    "The code in the text says why: a clock that differs, an account that expired or is locked, a domain controller that did not answer, a wrong service principal name. A single one is a client that gave up.",
  ],
  17828: [
    "something that speaks no TDS connected",
    "A port scanner, a health check of a load balancer or a browser: its address is in the text. Where the address is not known, find out who it is.",
  ],
  17830: [
    "a client went away while it connected",
    "Its log-on took longer than it waits, or its network broke. Look at the steps of the log-on in the text.",
  ],
  17832: [
    "the packet of a log-on was malformed",
    "A scanner, or a driver that does not fit the server; its address is in the text.",
  ],
  17835: [
    "encryption is required, and the client offers none",
    "The client's driver is too old for the server's settings, or the other way round.",
  ],
  17836: [
    "a packet's length did not fit its content",
    "A scanner, or a device in between that alters packets; the address is in the text.",
  ],
  18056: [
    "a pooled connection could not be reused",
    "The client got an error and opened a new one. State 29 means that it had timed out or cancelled the attempt itself: look at what was slow then. Other states have the error right before it as their cause.",
  ],
};

export const isOfConnection = (number: number): boolean => number in errors;

/** An orderly shut-down takes connections with it, and its clients try again until it is over. */
const aroundShutdownMs = 120_000;
/** Where the text could not be made the header says so, and no text follows. */
const numberOfTerse = (
  { text }: EventPlace,
  { number }: MessageOf<"errorHeader">,
): number | undefined => (text.includes("printed in terse mode") ? number : undefined);

interface OfNumber {
  number: number;
  readonly around: AroundShutdowns;
}

/** Errors that ended connections: a few, or those around a shut-down, are ordinary. */
export class ConnectionErrors extends Handling implements FindingRule {
  readonly id = "connectionError";
  protected readonly handlers: Handlers = {
    errorText: (place) => this.#error(place, place.error?.number),
    errorHeader: (place, message) => this.#error(place, numberOfTerse(place, message)),
    ...each(["serverStopping", "serverEnding"], ({ atMs }) => this.#shutdown(atMs)),
  };
  readonly #numbers = new Groups<OfNumber>(maxFindingsOfRule, () => ({
    number: 0,
    around: new AroundShutdowns(aroundShutdownMs, this.#shutdownMs),
  }));
  #shutdownMs = Number.NEGATIVE_INFINITY;

  findings(_context: FindingContext): readonly FindingDraft[] {
    return this.#numbers.all().map(({ occurrences, state: { number, around } }) => {
      const [what, advice] = errors[number] ?? ["a connection was ended", ""];
      const beside = occurrences.count - around.others;
      const shutdowns =
        beside === 0 ? "" : `, ${timesText(beside)} around a shut-down of the server`;
      return finding(
        around.others > 1 ? "warning" : "information",
        `${number}: ${what} ${timesText(occurrences.count)}${shutdowns}`,
        `The error ended a connection, for which its severity of 20 stands; the server and its databases are not concerned. ${advice}`,
        occurrences,
      );
    });
  }

  #error(place: EventPlace, number: number | undefined): void {
    if (number === undefined || !isOfConnection(number)) return;
    const { occurrences, state } = this.#numbers.of(String(number));
    occurrences.add(place);
    state.number = number;
    state.around.add(place.atMs);
  }

  #shutdown(atMs: number): void {
    this.#shutdownMs = atMs;
    for (const { state } of this.#numbers.all()) state.around.shutdown(atMs);
  }
}
