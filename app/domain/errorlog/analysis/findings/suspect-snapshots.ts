import type { EventPlace } from "../../events.ts";
import { each, type Handlers, Handling, type Placed } from "../follower.ts";
import { type FindingDraft, finding } from "./finding.ts";
import type { FindingContext, FindingRule } from "./finding-rule.ts";
import { Groups } from "./group-rule.ts";
import { orOthers } from "./wording.ts";

/** The failed write and the verdict on the snapshot are logged within the same moment. */
const maxBeforeMs = 60_000;
/** Causes that are remembered: several snapshots on one full volume fail together. */
const maxCauses = 16;
const maxSnapshots = 49;

/** Error of the operating system: no space left. */
const diskFull = 112;
/** Errors of the operating system: a sparse file has too many fragments. */
const sparseLimits: ReadonlySet<number> = new Set([665, 1450]);

type Cause = Placed<"sparseFileFull" | "osError" | "fileSystemLimit" | "ioError">;
interface Suspect {
  cause: Cause | null;
}

/** Snapshots that are lost (3420), with the nearest failure before it. */
export class SuspectSnapshots extends Handling implements FindingRule {
  readonly id = "suspectSnapshot";
  protected readonly handlers: Handlers = {
    ...each(["sparseFileFull", "osError", "fileSystemLimit", "ioError"], (place, message) => {
      if (this.#causes.length >= maxCauses) this.#causes.shift();
      this.#causes.push({ place, message });
    }),
    snapshotSuspect: (place, { snapshot }) => this.#suspect(place, snapshot),
  };
  readonly #snapshots = new Groups<Suspect>(maxSnapshots, () => ({ cause: null }));
  readonly #causes: Cause[] = [];

  findings(_context: FindingContext): readonly FindingDraft[] {
    return this.#snapshots
      .all()
      .map(({ key, occurrences, state }) =>
        finding(
          "critical",
          `${orOthers(key, "Further snapshots", "A snapshot")}: the snapshot is suspect and lost${because(state.cause)}`,
          `A page could not be copied into the sparse file, so the snapshot no longer shows the moment it was made of. Its source goes on undisturbed. Drop the snapshot and create it again. ${advice(state.cause)}`,
          occurrences,
        ),
      );
  }

  #suspect(place: EventPlace, snapshot: string): void {
    const { occurrences, state } = this.#snapshots.of(snapshot);
    if (state.cause === null) {
      state.cause = this.#causeOf(place);
      if (state.cause !== null) occurrences.add(state.cause.place);
    }
    occurrences.add(place);
  }

  /** Lack of space is told of by two messages; the one that says so outright goes first. */
  #causeOf({ atMs }: EventPlace): Cause | null {
    const near = this.#causes.filter((cause) => Math.abs(atMs - cause.place.atMs) <= maxBeforeMs);
    return near.findLast(({ message }) => message.kind === "sparseFileFull") ?? near.at(-1) ?? null;
  }
}

const osErrorOf = ({ message }: Cause): number | null =>
  message.kind === "sparseFileFull" ? diskFull : message.osError;

function because(cause: Cause | null): string {
  if (cause === null) return "";
  const osError = osErrorOf(cause);
  if (osError === diskFull) return ": its volume was full";
  if (osError !== null && sparseLimits.has(osError)) {
    return `: a limit of the file system for sparse files was met (OS error ${osError})`;
  }
  return osError === null ? ": a write failed" : `: a write failed with OS error ${osError}`;
}

function advice(cause: Cause | null): string {
  if (cause === null)
    return "The log does not show which write failed; look into the system's event log.";
  const osError = osErrorOf(cause);
  if (osError === diskFull) {
    return "A snapshot may grow to the size of its source at creation: give it room, or drop it earlier.";
  }
  if (osError !== null && sparseLimits.has(osError)) {
    return "The file has too many fragments for NTFS: keep snapshots short-lived, format the volume with large file records (/L), or use ReFS.";
  }
  return "Check the volume that holds the sparse file.";
}
