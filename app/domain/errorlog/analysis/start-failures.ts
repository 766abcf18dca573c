/** Why a start of the server came to nothing, as far as its records tell. */
import type { EventPlace } from "../events.ts";
import type { StartFailureCause } from "../messages/start-failure.ts";
import type { MessageOf } from "./follower.ts";

/** What the log shows of the cause; "unknown": it only shows that the server ended before it was ready. */
export type FailedStartCause = StartFailureCause | "unknown";

/** The plainest cause first: what stands below it in one start follows from it. */
const order: readonly StartFailureCause[] = [
  "password",
  "port",
  "certificate",
  "masterFile",
  "parameter",
  "evaluation",
  "memory",
  "tempdb",
  "upgrade",
  "master",
  "network",
  "setup",
];
/** Records of one start that show why it failed. */
const maxRecords = 20;

export class StartFailures {
  cause: FailedStartCause = "unknown";
  detail: string | null = null;
  readonly places: EventPlace[] = [];

  add(place: EventPlace, { cause, detail }: MessageOf<"startFailed">): void {
    this.show(place);
    if (this.cause !== "unknown" && order.indexOf(cause) >= order.indexOf(this.cause)) return;
    this.cause = cause;
    this.detail = detail;
  }

  /** More of what led to it. */
  show(place: EventPlace): void {
    if (this.places.length < maxRecords) this.places.push(place);
  }

  get areSeen(): boolean {
    return this.cause !== "unknown";
  }
}
