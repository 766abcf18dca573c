import { countOf } from "../../../format/numbers.ts";
import { Occurrences } from "../evidence.ts";
import { each, type Handlers, Handling } from "../follower.ts";
import { AroundShutdowns } from "./around-shutdowns.ts";
import { type FindingDraft, finding, maxFindingsOfRule } from "./finding.ts";
import type { FindingContext, FindingRule } from "./finding-rule.ts";
import { groupRule } from "./group-rule.ts";
import { listText, orOthers, timesText } from "./wording.ts";

/** A machine that is shut down stops its cluster service too. */
const aroundShutdownMs = 60_000;

/** What takes every availability group of a server with it: one finding for all that tells of it. */
export class ClusterFailures extends Handling implements FindingRule {
  readonly id = "clusterFailure";
  protected readonly handlers: Handlers = {
    ...each(["serverStopping", "serverEnding"], ({ atMs }) => this.#around.shutdown(atMs)),
    clusterFailed: (place, { what, group, number }) => {
      this.#records.add(place);
      this.#around.add(place.atMs);
      this.#counts[what] += 1;
      if (group !== null && this.#groups.size < maxFindingsOfRule) this.#groups.add(group);
      if (number !== null) this.#numbers[what === "replica" ? what : "call"].add(number);
    },
  };
  readonly #records = new Occurrences();
  readonly #around = new AroundShutdowns(aroundShutdownMs);
  readonly #counts = { quorum: 0, replica: 0, call: 0 };
  readonly #groups = new Set<string>();
  readonly #numbers = { replica: new Set<number>(), call: new Set<number>() };

  findings(_context: FindingContext): readonly FindingDraft[] {
    if (this.#records.count === 0) return [];
    const isShutdown = this.#around.others === 0;
    return [
      finding(
        isShutdown ? "information" : "critical",
        `${this.#what()}${isShutdown ? ", around a shut-down of the server" : ""}`,
        isShutdown
          ? "The server shut down within a minute of it. Where the whole machine was shut down, the cluster's service ended with it, and the replicas of this node had to go offline."
          : "Without the cluster no availability group of this server is online, and its databases cannot be used until the node is back in it. See what became of the other nodes, the witness and the network between them at the time: Get-ClusterLog shows it, and the system's event log (1135, 1177). A replica that stays in a failed state needs the cluster's service or the server to be restarted.",
        this.#records,
      ),
    ];
  }

  #what(): string {
    const { quorum, replica, call } = this.#counts;
    const numbers = (of: "replica" | "call") => [...this.#numbers[of]].join(", ");
    const groups = this.#groups.size === 0 ? "an availability group" : listText([...this.#groups]);
    const parts = [
      ...(quorum > 0 ? [`the node lost quorum ${timesText(quorum)}`] : []),
      ...(replica > 0
        ? [`the replica of ${groups} is in a failed state (${numbers("replica")})`]
        : []),
      // They follow from what was told before.
      ...(quorum + replica === 0
        ? [`${countOf(call, "call")} to the cluster failed (${numbers("call")})`]
        : []),
    ].join("; ");
    return parts.charAt(0).toUpperCase() + parts.slice(1);
  }
}

/** 976, 983 and 988: who asks for a database whose replica may not serve it. */
export const closedDatabases = groupRule({
  id: "databaseClosed",
  kinds: ["databaseClosed"],
  keyOf: ({ database }) => database,
  newState: () => ({ numbers: new Set<number>() }),
  update: ({ numbers }, { number }) => void numbers.add(number),
  tell: ({ key, occurrences, state: { numbers } }) =>
    finding(
      "warning",
      `${orOthers(key, "Further databases of availability groups")} could not be used ${timesText(occurrences.count)} (${[...numbers].join(", ")})`,
      "Somebody asked for it while its replica was neither primary nor a secondary that may be read: during a fail-over, while data movement is suspended, or because read access to the secondary is off. Where it goes on, see the state of the replica, and whether the connection goes to the listener of the group.",
      occurrences,
    ),
});
