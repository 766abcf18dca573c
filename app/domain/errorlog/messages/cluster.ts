import { always, byNumber, firstQuoted, type Recogniser, says, text } from "./recogniser.ts";

export type ClusterMessage =
  /** What an availability group stands on is gone, or does not answer. */
  | {
      readonly kind: "clusterFailed";
      /** "replica": it is in a failed state (41143, 41144, 41161); "call": one to the cluster failed (41000 to 41033). */
      readonly what: "quorum" | "replica" | "call";
      readonly group: string | null;
      /** Null: the message is no error. */
      readonly number: number | null;
    }
  /** 976, 983 and 988: a database of an availability group that nobody may use for now. */
  | { readonly kind: "databaseClosed"; readonly database: string; readonly number: number };

const failedReplica = [41_143, 41_144, 41_161];
const failedCalls = Array.from({ length: 34 }, (_, index) => 41_000 + index);
const goingOffline = ": The availability replica manager is going offline because the local ";

const failed = (what: "replica" | "call", group: string | null, number: number | null) =>
  ({ kind: "clusterFailed", what, group, number }) as const;

export const clusterRecognisers: readonly Recogniser[] = [
  // A stop of the server is told in similar words. The product's name of the feature was one word before 2017.
  says(
    "clusterFailed",
    String.raw`Always ?On${goingOffline}.{0,40}?\bWSFC\) node has lost quorum`,
    { what: always("quorum"), group: always(null), number: always(null) },
    { starts: ["Always On: The availability replica m", "AlwaysOn: The availability replica m"] },
  ),
  byNumber(failedReplica, (message, error) => failed("replica", firstQuoted(message), error)),
  byNumber(failedCalls, (_message, error) => failed("call", null, error)),
  says(
    "clusterFailed",
    "The local availability replica of availability group '{name}' is in a failed",
    { group: text, what: always("replica"), number: always(41_144) },
  ),
  byNumber([976, 983, 988], (message, number) => {
    const database = firstQuoted(message);
    return database === null || number === null
      ? null
      : { kind: "databaseClosed", database, number };
  }),
];
