import { countOf } from "../../../format/numbers.ts";
import type { EventPlace } from "../../events.ts";
import { Occurrences } from "../evidence.ts";
import { type Handlers, Handling, type MessageOf } from "../follower.ts";
import { type FindingDraft, finding, maxFindingsOfRule } from "./finding.ts";
import type { FindingContext, FindingRule } from "./finding-rule.ts";
import { Events, type Group, Groups, groupRule } from "./group-rule.ts";
import { orOthers, timesText } from "./wording.ts";

const sameExpiryMs = 60_000;

/** 19407 and kin: the lease between server and cluster ran out. */
export const expiredLeases = groupRule({
  id: "leaseExpired",
  kinds: ["leaseExpired"],
  keyOf: ({ group }) => group,
  newState: () => new Events(),
  // Server and cluster each say it, and others of the four messages follow.
  update: (events, _message, place) => events.add(place, sameExpiryMs),
  tell: ({ key, occurrences, state: { count } }) =>
    finding(
      "critical",
      `The lease of ${key === null ? "further availability groups" : `availability group ${key}`} expired ${timesText(count)} (19407, ${countOf(occurrences.count, "record")})`,
      "Server and cluster tell each other every few seconds that they are alive; here one did not hear of the other in time, so the group went offline or failed over. The network is hardly ever the cause, for both run on one machine: look for a stack dump, processors that were full, memory that was paged out or a machine that was moved right before. A longer lease only hides that.",
      occurrences,
    ),
});

/** 35206 and 35201: another replica was not reached. */
export const lostReplicas = groupRule({
  id: "replicaConnection",
  kinds: ["replicaConnectionLost"],
  keyOf: ({ replica }) => replica,
  newState: () => ({ lost: 0 }),
  update: (state, { number }) => {
    if (number === 35_206) state.lost += 1;
  },
  tell: ({ key, occurrences, state }) =>
    finding(
      "warning",
      `Replica ${orOthers(key, "connections to further servers", "without a name")} was not reached ${timesText(occurrences.count)}${state.lost > 0 ? ` (35206 ${timesText(state.lost)})` : " (35201)"}`,
      "The session timeout, ten seconds unless set otherwise, passed without an answer. Commits of a synchronous replica wait that long, and go on without it. See whether that server was down or its state was RESOLVING at the time; else look at the network between the endpoints, at backups and copies that fill it, and at processors that were full on either side.",
      occurrences,
    ),
});

interface OfReplica {
  changes: number;
  /** It was the primary and ceased to be. */
  left: number;
  last: string;
  reason: string | null;
}

const maxGroups = maxFindingsOfRule - 2;
const isPrimary = (state: string): boolean =>
  state.startsWith("PRIMARY") || state.startsWith("PRINCIPAL");

/** 19406 and 1480: who is primary changes. The databases say so once more, which is told only without the group. */
export class AvailabilityChanges extends Handling implements FindingRule {
  readonly id = "availabilityChange";
  protected readonly handlers: Handlers = {
    replicaStateChanged: (place, message) => this.#state(place, message),
    databaseRoleChanged: (place, { database, from }) => {
      this.#roles.add(place);
      if (this.#databases.size < 4096) this.#databases.add(database);
      if (isPrimary(from)) this.#rolesLost += 1;
    },
  };
  readonly #groups = new Groups<OfReplica>(maxGroups, () => ({
    changes: 0,
    left: 0,
    last: "",
    reason: null,
  }));
  readonly #roles = new Occurrences();
  readonly #databases = new Set<string>();
  #rolesLost = 0;

  findings(_context: FindingContext): readonly FindingDraft[] {
    const groups = this.#groups.all();
    if (groups.length > 0) return groups.map(ofGroup);
    return this.#roles.count === 0 ? [] : [this.#ofDatabases()];
  }

  #state(place: EventPlace, { group, from, to, reason }: MessageOf<"replicaStateChanged">): void {
    const { occurrences, state } = this.#groups.of(group);
    occurrences.add(place);
    state.changes += 1;
    state.last = to;
    if (!isPrimary(from) || isPrimary(to)) return;
    state.left += 1;
    state.reason ??= reason;
  }

  #ofDatabases(): FindingDraft {
    return finding(
      this.#rolesLost > 0 ? "warning" : "information",
      `${countOf(this.#databases.size, "database")} changed roles ${timesText(this.#roles.count)}`,
      `${this.#rolesLost > 0 ? `${timesText(this.#rolesLost)} from primary: what was under way was rolled back, and connections broke. ` : ""}${failoverAdvice}`,
      this.#roles,
    );
  }
}

const failoverAdvice =
  "Planned fail-overs do this, as for updates. Where nobody planned one, look for an expired lease, a dump or a stop of the server right before, here and in the cluster's own log.";

function ofGroup({ key, occurrences, state }: Group<OfReplica>): FindingDraft {
  const { changes, left, last, reason } = state;
  const what = key === null ? "further availability groups" : `availability group ${key}`;
  const lost = left > 0 ? `, and ceased to be the primary ${timesText(left)}` : "";
  const why = reason === null ? "" : `The log says: "${reason}". `;
  return finding(
    left > 0 ? "warning" : "information",
    `The replica of ${what} changed its state ${timesText(changes)}${lost}; the last is ${last}`,
    `${why}${failoverAdvice}`,
    occurrences,
  );
}

/** 35264 without 35265: a database of an availability group that stands still. */
export const suspendedMovement = groupRule({
  id: "dataMovement",
  kinds: ["dataMovement"],
  keyOf: ({ database }) => database,
  newState: () => ({
    suspensions: 0,
    isSuspended: false,
    reason: "",
    origin: null as string | null,
  }),
  update: (state, { suspended, reason, origin }) => {
    state.isSuspended = suspended;
    if (!suspended) return;
    state.suspensions += 1;
    state.reason = reason ?? "";
    state.origin = origin;
  },
  tell: ({ key, occurrences, state }) => {
    const { suspensions, isSuspended, reason, origin } = state;
    // Resumed here, suspended before the log begins.
    if (suspensions === 0) return null;
    const by = origin === null ? reason : `${reason} (${origin})`;
    const times = suspensions === 1 ? "" : ` ${timesText(suspensions)}`;
    return finding(
      isSuspended ? "critical" : "warning",
      `Data movement of ${orOthers(key, "further databases")} was suspended${times} by ${by}, and ${isSuspended ? "does not go on in this log" : "resumed"}`,
      "Meanwhile the secondary falls behind, is no target for a fail-over without loss, and the primary cannot reuse its log. After the system suspended it, something failed on this replica: see the errors right before, often of its disk. Mend that, then ALTER DATABASE ... SET HADR RESUME.",
      occurrences,
    );
  },
});
