/**
 * The runs of the library in SQLite. Every method is one short transaction. Several processes may
 * have the library open; a run belongs to the process that records it until that process is gone.
 */

import type { Database } from "better-sqlite3";
import type { CreationFigures } from "../../contract/creation-cost.ts";
import { hasKey, resolvedKey } from "../../contract/resolve-scenario.ts";
import type { Failure } from "../../contract/result.ts";
import type { RunChange, RunEntry } from "../../contract/rpc/runs.ts";
import type { RemovedRun } from "../../contract/rpc/services.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Summary } from "../../contract/summary.ts";
import { identityOf, isAlive, type ProcessIdentity } from "../process-identity.ts";
import {
  documentsOfRow,
  entryColumns,
  entryOfRow,
  packSummary,
  printError,
  printVerified,
  type RunDocuments,
  rowOfEntry,
} from "./run-rows.ts";

export interface NewRun extends RunDocuments {
  readonly entry: RunEntry;
}

/** A telemetry batch with the engine time that its samples cover, ms. */
export interface TimedBatch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly packed: Uint8Array;
}

/** One of a coarser copy of a recording. */
export interface CoarseBatch extends TimedBatch {
  readonly points: number;
}

export interface StoredBatch {
  readonly seq: number;
  readonly fromMs: number;
  readonly packed: Uint8Array;
}

/** Which batches of a run: those that touch a span of engine time, from one of them on. */
export interface BatchRange {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly fromSeq?: number;
  /** The level of the recording, 0, or of a coarser copy of it. */
  readonly level?: number;
}

export interface Progress {
  readonly engineMs: number;
  /** Engine time of the whole run, with what it was prolonged by. */
  readonly plannedMs: number;
  readonly snapshots: number;
}

/** How a run ended, as the row keeps it. */
export type Ending = Pick<
  RunEntry,
  | "status"
  | "error"
  | "verified"
  | "endedAt"
  | "wallMs"
  | "engineMs"
  | "snapshots"
  | "transactionsPerSecond"
  | "creationMs"
  | "p99BeforeMs"
  | "p99AfterMs"
>;

interface OwnedRow {
  readonly key: number;
  readonly id: string;
  readonly created_at: string;
  readonly heard_at: string;
  readonly engine_ms: number;
  readonly pid: number | null;
  readonly start: string | null;
}

/** Where the system does not tell when a process started, silence has to: runs write far more often. */
const silenceMs = 120_000;

/** Older runs tell less about how fast this machine is now. */
const timedRuns = 20;
/** How many runs of a preset are looked at: most are of the preset as it is. */
const mostLookedAt = 100;

/** What a completed run took, ms. */
export interface RunTimes {
  readonly wallMs: number;
  /** How long its first creation took, in engine time; null: none was completed. */
  readonly creationMs: number | null;
}

export class RunStore {
  readonly #database: Database;
  readonly #self: ProcessIdentity = identityOf(process.pid);
  /** How runs of this process ended that the file still has as running; newer than what it says. */
  readonly #unwritten = new Map<string, { readonly ending: Ending; readonly origin: string }>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The path of the library's file. */
  get path(): string {
    return this.#database.name;
  }

  list(): RunEntry[] {
    const rows = this.#database
      .prepare(
        `SELECT ${entryColumns} FROM runs WHERE removed_at IS NULL ORDER BY created_at DESC, key DESC`,
      )
      .all();
    return rows.map((row) => this.#entryOf(row));
  }

  /** Null: there is none, or it was removed. */
  get(id: string): RunEntry | null {
    const row = this.#database
      .prepare(`SELECT ${entryColumns} FROM runs WHERE id = ? AND removed_at IS NULL`)
      .get(id);
    return row === undefined ? null : this.#entryOf(row);
  }

  /** Those of a study, the newest first. */
  ofStudy(studyId: string): RunEntry[] {
    const rows = this.#database
      .prepare(
        `SELECT ${entryColumns} FROM runs WHERE study = ? AND removed_at IS NULL
         ORDER BY created_at DESC, key DESC`,
      )
      .all(studyId);
    return rows.map((row) => this.#entryOf(row));
  }

  documents(id: string): RunDocuments | null {
    const row = this.#database
      .prepare("SELECT origin, scenario, summary FROM runs WHERE id = ?")
      .get(id);
    return row === undefined ? null : documentsOfRow(row);
  }

  /** Whether an id is taken, be it by a run that waits for its removal. */
  has(id: string): boolean {
    return this.#database.prepare("SELECT 1 FROM runs WHERE id = ?").get(id) !== undefined;
  }

  /** A run that this process begins to record. */
  begin(run: NewRun): void {
    this.#insert(run, this.#self);
  }

  /** A run that has ended elsewhere, with all of its batches, and what comes with it: all or none. */
  add(run: NewRun, batches: readonly TimedBatch[], alongside?: () => void): void {
    this.#transaction(() => {
      this.#insert(run, null);
      this.#append(run.entry.id, 0, batches);
      alongside?.();
    });
  }

  setOrigin(id: string, origin: string): void {
    this.#database.prepare("UPDATE runs SET origin = ? WHERE id = ?").run(origin, id);
  }

  /** Batches from `seq` on, and how far the run is; without batches a sign of life. */
  record(id: string, seq: number, batches: readonly TimedBatch[], progress: Progress): void {
    this.#transaction(() => {
      this.#append(id, seq, batches);
      this.#database
        .prepare(
          "UPDATE runs SET engine_ms = ?, planned_ms = ?, snapshots = ?, heard_at = ? WHERE id = ?",
        )
        .run(progress.engineMs, progress.plannedMs, progress.snapshots, now(), id);
    });
  }

  end(id: string, ending: Ending, summary: Summary | null, origin: string): void {
    const packed = summary === null ? null : packSummary(summary);
    this.#database
      .prepare(
        `UPDATE runs SET status = :status, error = :error, verified = :verified,
           ended_at = :endedAt, heard_at = :endedAt, wall_ms = :wallMs, engine_ms = :engineMs,
           snapshots = :snapshots, transactions_per_second = :transactionsPerSecond,
           creation_ms = :creationMs, p99_before_ms = :p99BeforeMs, p99_after_ms = :p99AfterMs,
           summary = :packed, recorded_bytes = recorded_bytes + :packedBytes, origin = :origin,
           owner_pid = NULL, owner_start = NULL
         WHERE id = :id`,
      )
      .run({
        ...ending,
        error: printError(ending.error),
        verified: printVerified(ending.verified),
        packed,
        packedBytes: packed?.byteLength ?? 0,
        origin,
        id,
      });
  }

  /** What creating its first snapshot cost, of a run that came in as a file. */
  keepCreation(id: string, figures: CreationFigures): void {
    this.#database
      .prepare(
        `UPDATE runs SET creation_ms = :creationMs, p99_before_ms = :p99BeforeMs,
           p99_after_ms = :p99AfterMs WHERE id = :id`,
      )
      .run({ ...figures, id });
  }

  /**
   * The end of a run whose end could not be written with its summary. It counts from now on; the file
   * gets it as soon as that works, and after the end of this process the run is interrupted there.
   */
  endLater(id: string, ending: Ending, origin: string): void {
    this.#unwritten.set(id, { ending, origin });
    this.#writeEndings();
  }

  /** A run that never began leaves nothing. */
  forget(id: string): void {
    this.#database.prepare("DELETE FROM runs WHERE id = ?").run(id);
  }

  change(id: string, { name, note, tags, steadyFromMs }: RunChange): void {
    const set = (column: string, value: string | number | null | undefined) => {
      if (value === undefined) return;
      this.#database.prepare(`UPDATE runs SET ${column} = ? WHERE id = ?`).run(value, id);
    };
    this.#transaction(() => {
      set("name", name);
      set("note", note);
      set("tags", tags === undefined ? undefined : JSON.stringify([...new Set(tags)]));
      set("steady_from_ms", steadyFromMs);
    });
  }

  remove(ids: readonly string[]): void {
    const mark = this.#database.prepare(
      "UPDATE runs SET removed_at = ?, remover_pid = ?, remover_start = ? WHERE id = ?",
    );
    this.#transaction(() => {
      for (const id of ids) mark.run(now(), this.#self.pid, this.#self.start, id);
    });
  }

  /** What can be restored, removed last first. */
  removed(): RemovedRun[] {
    const rows = this.#database
      .prepare(
        `SELECT ${entryColumns}, removed_at AS removedAt FROM runs WHERE removed_at IS NOT NULL
         ORDER BY removed_at DESC, key DESC`,
      )
      .all() as { readonly removedAt: string }[];
    return rows.map((row) => ({ entry: this.#entryOf(row), removedAt: row.removedAt }));
  }

  restore(ids: readonly string[]): void {
    const clear = this.#database.prepare(
      "UPDATE runs SET removed_at = NULL, remover_pid = NULL, remover_start = NULL WHERE id = ?",
    );
    this.#transaction(() => {
      for (const id of ids) clear.run(id);
    });
  }

  /**
   * Batches that touch the span, and the one before it, in order; a few at a time, so that a long
   * run fits into memory. `level`: of the recording, 0, or of a coarser copy.
   */
  *batches(
    id: string,
    { fromMs = -Infinity, toMs = Infinity, fromSeq = 0, level = 0 }: BatchRange = {},
  ): Generator<StoredBatch> {
    const table = level === 0 ? "batches" : "coarse_batches";
    const mine = `run = (SELECT key FROM runs WHERE id = ?)${level === 0 ? "" : ` AND level = ${level}`}`;
    const before = this.#database
      .prepare(`SELECT coalesce(max(seq), 0) FROM ${table} WHERE ${mine} AND to_ms <= ?`)
      .pluck();
    const page = this.#database.prepare(
      `SELECT seq, from_ms AS fromMs, bytes AS packed FROM ${table}
       WHERE ${mine} AND seq >= ? AND from_ms <= ? ORDER BY seq LIMIT 64`,
    );
    let seq = Math.max(Number(before.get(id, fromMs)), fromSeq);
    for (;;) {
      const rows = page.all(id, seq, toMs) as StoredBatch[];
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) return;
      seq = last.seq + 1;
    }
  }

  /** So many were recorded by now. */
  batchCount(id: string): number {
    const count = this.#database
      .prepare(
        "SELECT coalesce(max(seq) + 1, 0) FROM batches WHERE run = (SELECT key FROM runs WHERE id = ?)",
      )
      .pluck()
      .get(id);
    return Number(count);
  }

  hasCoarse(id: string): boolean {
    const row = this.#database
      .prepare("SELECT 1 FROM coarse_batches WHERE run = (SELECT key FROM runs WHERE id = ?)")
      .get(id);
    return row !== undefined;
  }

  /** The coarsest copy with so many points in the span; 0, the recording, where none has. */
  levelFor(
    id: string,
    points: number,
    { fromMs = -Infinity, toMs = Infinity }: BatchRange,
  ): number {
    const level = this.#database
      .prepare(
        `SELECT level FROM coarse_batches
         WHERE run = (SELECT key FROM runs WHERE id = :id) AND to_ms > :fromMs AND from_ms < :toMs
         GROUP BY level
         HAVING sum(points * (min(to_ms, :toMs) - max(from_ms, :fromMs)) / (to_ms - from_ms)) >= :points
         ORDER BY level DESC LIMIT 1`,
      )
      .pluck()
      .get({ id, points, fromMs, toMs });
    return level === undefined ? 0 : Number(level);
  }

  /** All levels of a run, from 1. Another process may have made the same meanwhile. */
  keepCoarse(id: string, levels: readonly (readonly CoarseBatch[])[]): void {
    const insert = this.#database.prepare(
      `INSERT OR REPLACE INTO coarse_batches (run, level, seq, from_ms, to_ms, points, bytes)
       SELECT key, ?, ?, ?, ?, ?, ? FROM runs WHERE id = ?`,
    );
    this.#transaction(() => {
      for (const [index, batches] of levels.entries()) {
        for (const [seq, { fromMs, toMs, points, packed }] of batches.entries()) {
          insert.run(index + 1, seq, fromMs, toMs, points, packed, id);
        }
      }
    });
  }

  /** Deletes for good what was marked as removed by a process that is gone. */
  purge(): void {
    const rows = this.#database
      .prepare(
        `SELECT key, id, created_at, heard_at, engine_ms, remover_pid AS pid, remover_start AS start
         FROM runs WHERE removed_at IS NOT NULL`,
      )
      .all() as OwnedRow[];
    const gone = rows.filter(({ pid, start }) => pid === null || !isAlive({ pid, start }));
    if (gone.length === 0) return;
    const drop = this.#database.prepare("DELETE FROM runs WHERE key = ?");
    this.#transaction(() => {
      for (const { key } of gone) drop.run(key);
    });
    this.#database.pragma("incremental_vacuum");
  }

  /** Marks runs whose process is gone; a run of a living one is left alone. */
  interruptAbandoned(): string[] {
    this.#writeEndings();
    const rows = this.#database
      .prepare(
        `SELECT key, id, created_at, heard_at, engine_ms, owner_pid AS pid, owner_start AS start
         FROM runs WHERE status = 'running'`,
      )
      .all() as OwnedRow[];
    const mark = this.#database.prepare(
      `UPDATE runs SET status = 'interrupted', error = ?, ended_at = heard_at, wall_ms = ?,
         owner_pid = NULL, owner_start = NULL
       WHERE key = ? AND status = 'running'`,
    );
    const abandoned = rows.filter((row) => !isOwned(row));
    for (const row of abandoned) {
      const wallMs = Date.parse(row.heard_at) - Date.parse(row.created_at);
      mark.run(printError(abandonment(row)), Math.max(wallMs, 0), row.key);
    }
    return abandoned.map(({ id }) => id);
  }

  /**
   * What the newest runs of a preset as it is took: recorded here, completed, unchanged, and
   * not steered, since pauses and paces are no property of the experiment.
   */
  timesOf(preset: string, scenario: Scenario): RunTimes[] {
    const { seed, workload, durationSeconds } = scenario;
    const key = resolvedKey(scenario);
    const rows = this.#database
      .prepare(
        `SELECT origin, scenario, summary, wall_ms AS wallMs, creation_ms AS creationMs FROM runs
         WHERE preset = ? AND seed = ? AND users = ? AND planned_ms = ? AND recorded_here = 1
           AND status = 'completed' AND wall_ms IS NOT NULL AND removed_at IS NULL
         ORDER BY key DESC LIMIT ?`,
      )
      .iterate(preset, seed, workload.users, durationSeconds * 1000, mostLookedAt);
    const times: RunTimes[] = [];
    for (const row of rows as Iterable<RunTimes & { readonly scenario: string }>) {
      if (!hasKey(JSON.parse(row.scenario), key)) continue;
      const { summary } = documentsOfRow(row);
      const { wallMs, creationMs } = row;
      if (summary?.scenario.commands.length === 0) times.push({ wallMs, creationMs });
      if (times.length === timedRuns) break;
    }
    return times;
  }

  /** The newest completed run of a scenario by an engine of that revision, as nobody steered it; null: there is none. */
  completedRun(scenario: Scenario, revision: number): RunEntry | null {
    const { seed, workload, durationSeconds } = scenario;
    const key = resolvedKey(scenario);
    const rows = this.#database
      .prepare(
        `SELECT ${entryColumns}, origin, scenario, summary FROM runs
         WHERE seed = ? AND users = ? AND planned_ms = ? AND recorded_here = 1
           AND status = 'completed' AND removed_at IS NULL
         ORDER BY key DESC LIMIT ?`,
      )
      .iterate(seed, workload.users, durationSeconds * 1000, mostLookedAt);
    for (const row of rows as Iterable<{ readonly scenario: string }>) {
      if (!hasKey(JSON.parse(row.scenario), key)) continue;
      const { summary } = documentsOfRow(row);
      if (summary === null || summary.run.engine.revision !== revision) continue;
      if (summary.scenario.commands.length === 0) return this.#entryOf(row);
    }
    return null;
  }

  /** Changes whenever another connection, such as another process, has written. */
  otherWrites(): number {
    return Number(this.#database.pragma("data_version", { simple: true }));
  }

  #writeEndings(): void {
    for (const [id, { ending, origin }] of this.#unwritten) {
      try {
        this.end(id, ending, null, origin);
        this.#unwritten.delete(id);
      } catch {
        // Still no room. It is tried again whenever somebody lists the library.
        return;
      }
    }
  }

  #entryOf(row: unknown): RunEntry {
    const entry = entryOfRow(row);
    return { ...entry, ...this.#unwritten.get(entry.id)?.ending };
  }

  #insert({ entry, scenario, summary, origin }: NewRun, owner: ProcessIdentity | null): void {
    const packed = summary === null ? null : packSummary(summary);
    this.#database
      .prepare(
        `INSERT INTO runs (id, name, preset, mode, seed, status, error, verified, created_at,
           ended_at, heard_at, wall_ms, engine_ms, planned_ms, users, device, snapshots,
           transactions_per_second, creation_ms, p99_before_ms, p99_after_ms, tags, note, recorded_bytes, steady_from_ms, study, point, repeat, step,
           origin, scenario, summary, recorded_here, owner_pid, owner_start)
         VALUES (:id, :name, :preset, :mode, :seed, :status, :error, :verified, :created_at,
           :ended_at, :heard_at, :wall_ms, :engine_ms, :planned_ms, :users, :device, :snapshots,
           :transactions_per_second, :creation_ms, :p99_before_ms, :p99_after_ms, :tags, :note, :recorded_bytes, :steady_from_ms, :study, :point, :repeat, :step,
           :origin, :scenario, :summary, :recorded_here, :owner_pid, :owner_start)`,
      )
      .run({
        ...rowOfEntry(entry),
        recorded_bytes: packed?.byteLength ?? 0,
        heard_at: entry.endedAt ?? entry.createdAt,
        origin,
        scenario: JSON.stringify(scenario),
        summary: packed,
        recorded_here: Number(owner !== null),
        owner_pid: owner?.pid ?? null,
        owner_start: owner?.start ?? null,
      });
  }

  #append(id: string, seq: number, batches: readonly TimedBatch[]): void {
    if (batches.length === 0) return;
    const { key } = this.#database.prepare("SELECT key FROM runs WHERE id = ?").get(id) as {
      readonly key: number;
    };
    const insert = this.#database.prepare(
      "INSERT INTO batches (run, seq, from_ms, to_ms, bytes) VALUES (?, ?, ?, ?, ?)",
    );
    let added = 0;
    for (const [index, { fromMs, toMs, packed }] of batches.entries()) {
      insert.run(key, seq + index, fromMs, toMs, packed);
      added += packed.byteLength;
    }
    this.#database
      .prepare("UPDATE runs SET recorded_bytes = recorded_bytes + ? WHERE key = ?")
      .run(added, key);
  }

  /** Immediate: a transaction that starts by reading could not wait for another writer. */
  #transaction(work: () => void): void {
    this.#database.transaction(work).immediate();
  }
}

const now = () => new Date().toISOString();

function isOwned({ pid, start, heard_at }: OwnedRow): boolean {
  if (pid === null || !isAlive({ pid, start })) return false;
  return start !== null || Date.now() - Date.parse(heard_at) < silenceMs;
}

const abandonment = ({ heard_at, engine_ms }: OwnedRow): Failure => ({
  code: "interrupted",
  message:
    "the program that ran it ended before the run did; it was last heard of at " +
    `${heard_at.slice(0, 19).replace("T", " ")} UTC, after ${(engine_ms / 1000).toFixed(2)} s of ` +
    "engine time. What was recorded until then is kept",
});
