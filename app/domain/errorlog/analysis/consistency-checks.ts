/** Consistency checks: one message at their end tells all, mostly the elapsed time too. */
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import { derived, logged, makePhase } from "./edges.ts";
import { type Follower, type MessageOf, MessagePhases } from "./follower.ts";

export const checkKinds = ["consistencyChecked", "consistencyCheckAborted"] as const;
export type CheckMessage = MessageOf<(typeof checkKinds)[number]>;

export const consistencyChecks = (): Follower => new MessagePhases(checkKinds, checkPhase);

function checkPhase({ atMs }: EventPlace, message: CheckMessage): Phase {
  const { command, target, database, user, durationMs } = message;
  const start = durationMs === null ? logged(atMs) : derived(atMs - durationMs);
  return makePhase("consistencyCheck", { database }, start, logged(atMs), {
    command,
    target,
    ...(user === null ? {} : { user }),
    ...(durationMs === null ? {} : { durationMs }),
    ...resultOf(message),
  });
}

function resultOf(message: CheckMessage): Phase["figures"] {
  if (message.kind === "consistencyCheckAborted") {
    return { failed: true, errorState: message.errorState };
  }
  const { errorsFound, errorsRepaired, splitLsn, firstLsn } = message;
  return {
    errorsFound,
    errorsRepaired,
    ...(splitLsn === null ? {} : { splitLsn }),
    ...(firstLsn === null ? {} : { firstLsn }),
  };
}
