/**
 * Follows the creations of snapshots through a log, interleaved as they may be. Up to "Starting up
 * database" the messages name files, not the snapshot: there a creation is tied by the session that
 * writes them. From then on every message names the database, and is tied by that.
 */
import type { CapturedSnapshot } from "../../../contract/capture.ts";
import type { Phase } from "../../../contract/phase.ts";
import { printLocalTime } from "../../local-time.ts";
import type { EventPlace } from "../events.ts";
import type { Message } from "../messages/message.ts";
import type { Creation } from "./creation.ts";
import { phasesOfCreation } from "./creation-phases.ts";
import { toEvidence } from "./evidence.ts";
import { maxFollowedDatabases, maxFollowedSources, RecentMap } from "./recent-map.ts";
import {
  isRecoveryMessage,
  type RecoveryMessage,
  RecoveryTrace,
  recoveryKinds,
} from "./recovery-trace.ts";

/** Creations that are kept; a log of one an hour reaches it after half a year. */
export const maxCreations = 5000;
/** The most files that a database can have. */
const maxFilesOfCreation = 32_767;
/** Checkpoints of one creation; the product makes one or two. */
const maxCheckpointsOfCreation = 100;

export class Creations {
  static readonly kinds = [
    "creatingFile",
    "closingFile",
    "openingFile",
    "startingUp",
    ...recoveryKinds,
  ] as const;

  readonly #creations: Creation[] = [];
  #leftOut = 0;
  /** Creations whose snapshot has no name yet, by the session that creates it. */
  readonly #unnamed = new RecentMap<string, Creation>(maxFollowedSources);
  /** Creations under recovery, by the snapshot's name. */
  readonly #recovering = new RecentMap<string, Creation>(maxFollowedDatabases);

  /** Whether the message tells of a creation. */
  take(place: EventPlace, message: Message): boolean {
    const { source, atMs } = place;
    switch (message.kind) {
      case "creatingFile":
        this.#creating(place, message.path);
        return true;
      case "closingFile":
        return this.#closing(source, atMs);
      case "openingFile":
        return this.#opening(source, atMs);
      case "startingUp":
        return this.#startingUp(source, message.database, atMs);
      default:
        return isRecoveryMessage(message) && this.#recovery(atMs, message);
    }
  }

  /** The creation whose checkpoint a session writes now: after its files, and before they open. */
  ofCheckpoint(source: string): Creation | null {
    const creation = this.#unnamed.get(source);
    if (creation === undefined || creation.openedMs !== null) return null;
    return creation.checkpoints.length < maxCheckpointsOfCreation ? creation : null;
  }

  restarted(): void {
    for (const creation of [...this.#unnamed.values(), ...this.#recovering.values()]) {
      creation.abandoned = true;
    }
    this.#unnamed.clear();
    this.#recovering.clear();
  }

  all(): readonly Creation[] {
    return this.#creations.filter(({ ordinary }) => !ordinary);
  }

  phases(): readonly Phase[] {
    return this.#creations.flatMap(phasesOfCreation);
  }

  snapshots(originMs: number): CapturedSnapshot[] {
    return this.all().flatMap((creation) => toSnapshot(creation, originMs));
  }

  get leftOut(): number {
    return this.#leftOut;
  }

  /** A session that creates a file after it opened some has begun another creation. */
  #creating(place: EventPlace, path: string): void {
    const current = this.#unnamed.get(place.source);
    const creation =
      current !== undefined && current.openedMs === null ? current : this.#begin(place);
    if (creation.files.length < maxFilesOfCreation) creation.files.push(path);
    if (isLogFile(path)) creation.ordinary = true;
  }

  #begin(place: EventPlace): Creation {
    const creation = newCreation(place);
    if (this.#creations.length < maxCreations) this.#creations.push(creation);
    else this.#leftOut += 1;
    this.#unnamed.set(place.source, creation);
    return creation;
  }

  #closing(source: string, atMs: number): boolean {
    const creation = this.#unnamed.get(source);
    if (creation === undefined) return false;
    if (creation.openedMs === null) creation.filesEndMs = atMs;
    return true;
  }

  /** The snapshot is armed once the last of its files is open. */
  #opening(source: string, atMs: number): boolean {
    const creation = this.#unnamed.get(source);
    if (creation === undefined) return false;
    creation.openedMs = atMs;
    creation.openedFiles += 1;
    return true;
  }

  /** Without files of its own it is an ordinary database that starts, not a snapshot. */
  #startingUp(source: string, database: string, atMs: number): boolean {
    this.#recovering.delete(database);
    const creation = this.#unnamed.get(source);
    if (creation === undefined) return false;
    this.#unnamed.delete(source);
    if (neverSnapshots.has(database.toLowerCase())) creation.ordinary = true;
    if (creation.ordinary) return false;
    creation.snapshot = database;
    creation.startupMs = atMs;
    this.#recovering.set(database, creation);
    return true;
  }

  #recovery(atMs: number, message: RecoveryMessage): boolean {
    const { database } = message;
    const creation = this.#recovering.get(database);
    if (creation === undefined) return false;
    creation.recovery.take(atMs, message);
    if (creation.recovery.completedMs !== null) this.#recovering.delete(database);
    return true;
  }
}

/** Trace flag 1810 tells of the files of every database: tempdb is created at each start. */
const neverSnapshots: ReadonlySet<string> = new Set(["master", "model", "msdb", "tempdb"]);

const isLogFile = (path: string): boolean => path.toLowerCase().endsWith(".ldf");

const newCreation = (place: EventPlace): Creation => ({
  snapshot: null,
  begun: toEvidence(place),
  source: place.source,
  files: [],
  filesStartMs: place.atMs,
  filesEndMs: null,
  checkpoints: [],
  openedMs: null,
  openedFiles: 0,
  startupMs: null,
  recovery: new RecoveryTrace(),
  ordinary: false,
  abandoned: false,
});

function toSnapshot(creation: Creation, originMs: number): CapturedSnapshot[] {
  const { snapshot, filesStartMs, recovery } = creation;
  if (snapshot === null) return [];
  const asOfMs = recovery.analysisStart?.atMs ?? null;
  return [
    {
      name: snapshot,
      asOf: asOfMs === null ? null : printLocalTime(originMs + asOfMs),
      asOfMs,
      createdMs: recovery.completedMs === null ? null : recovery.completedMs - filesStartMs,
    },
  ];
}
