/**
 * The library's tables, as numbered steps that only go forward. A step that a released version has
 * run is never edited: what changes comes as a new one.
 */
import type { Database } from "better-sqlite3";
import { describeRecordedRuns } from "./describe-recorded-runs.ts";
import { moveLogsToCaptures } from "./logs-to-captures.ts";

/** SQL, or what SQL alone cannot do; it must bear being run again after a step that broke off. */
export type Migration = string | ((database: Database) => void);

export const migrations: readonly Migration[] = [
  `
  CREATE TABLE runs (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    preset TEXT,
    mode TEXT NOT NULL,
    seed INTEGER NOT NULL,
    status TEXT NOT NULL,
    error TEXT,                       -- JSON of a failure
    verified INTEGER,                 -- 0, 1, or NULL: nothing to verify
    created_at TEXT NOT NULL,         -- times: UTC, ISO 8601
    ended_at TEXT,
    heard_at TEXT NOT NULL,           -- when its owner last wrote
    wall_ms REAL,
    engine_ms REAL NOT NULL DEFAULT 0,
    planned_ms REAL NOT NULL,
    users INTEGER NOT NULL,
    snapshots INTEGER NOT NULL DEFAULT 0,
    transactions_per_second REAL,
    tags TEXT NOT NULL DEFAULT '[]',  -- JSON
    note TEXT NOT NULL DEFAULT '',
    recorded_bytes INTEGER NOT NULL DEFAULT 0,
    origin TEXT NOT NULL,             -- local time of 0 ms
    scenario TEXT NOT NULL,           -- JSON
    summary BLOB,                     -- deflated JSON
    recorded_here INTEGER NOT NULL,   -- 0: imported; its wall time is another machine's
    owner_pid INTEGER,                -- the process that records it
    owner_start TEXT,
    removed_at TEXT,
    remover_pid INTEGER,              -- may still bring it back
    remover_start TEXT
  ) STRICT;

  CREATE TABLE batches (
    run INTEGER NOT NULL REFERENCES runs (key) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    from_ms REAL NOT NULL,            -- engine time that its samples cover
    to_ms REAL NOT NULL,
    bytes BLOB NOT NULL,              -- deflated telemetry batch
    PRIMARY KEY (run, seq)
  ) STRICT;

  CREATE TABLE logs (
    id TEXT PRIMARY KEY,
    file_name TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    records INTEGER NOT NULL,
    size INTEGER NOT NULL,            -- bytes of the file
    digest TEXT NOT NULL,             -- SHA-256 of the file
    bytes BLOB NOT NULL,              -- deflated file
    UNIQUE (file_name, digest)
  ) STRICT;

  CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL               -- JSON
  ) STRICT;
  `,
  (database) => {
    database.exec(`
      CREATE TABLE captures (
        id TEXT PRIMARY KEY,
        identity TEXT NOT NULL UNIQUE, -- the same for the same files
        opened_at TEXT NOT NULL,       -- UTC, ISO 8601
        records INTEGER,               -- NULL: was never read to its end
        files TEXT NOT NULL            -- JSON
      ) STRICT`);
    moveLogsToCaptures(database);
  },
  `
  CREATE TABLE coarse_batches (
    run INTEGER NOT NULL REFERENCES runs (key) ON DELETE CASCADE,
    level INTEGER NOT NULL,           -- 1: made of batches, 2: of those of level 1, ...
    seq INTEGER NOT NULL,
    from_ms REAL NOT NULL,            -- engine time that its points cover
    to_ms REAL NOT NULL,
    points INTEGER NOT NULL,
    bytes BLOB NOT NULL,              -- deflated telemetry batch of merged samples
    PRIMARY KEY (run, level, seq)
  ) STRICT;
  `,
  (database) => {
    database.exec(`
      ALTER TABLE runs ADD COLUMN device TEXT NOT NULL DEFAULT '';
      ALTER TABLE runs ADD COLUMN creation_ms REAL;   -- of the first snapshot
      ALTER TABLE runs ADD COLUMN p99_before_ms REAL; -- NULL: nothing to measure
      ALTER TABLE runs ADD COLUMN p99_after_ms REAL;
    `);
    describeRecordedRuns(database);
  },
  `
  CREATE TABLE studies (
    id TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,         -- UTC, ISO 8601
    document TEXT NOT NULL,           -- JSON of the study
    cancelled_at TEXT,                -- by whom it was run, since it was last begun or resumed
    owner_pid INTEGER,                -- the process that runs it
    owner_start TEXT
  ) STRICT;

  ALTER TABLE runs ADD COLUMN study TEXT;    -- id; NULL: a run by itself
  ALTER TABLE runs ADD COLUMN point INTEGER; -- of the study
  ALTER TABLE runs ADD COLUMN repeat INTEGER;
  CREATE INDEX runs_of_study ON runs (study) WHERE study IS NOT NULL;
  `,
  "ALTER TABLE runs ADD COLUMN steady_from_ms REAL", // a person's word; NULL: as it is detected
  "ALTER TABLE runs ADD COLUMN step TEXT", // JSON of the step of a series; NULL: it is none
];

/** What `user_version` says of a library that this program writes. */
export const libraryVersion = migrations.length;

/**
 * Runs the missing steps, all or none: a library that cannot be brought to this version stays one that
 * the older version opens. Others may be at it in their own process; who comes second finds it done.
 * `beforeFirst` is called under the lock when there is something to do.
 */
export function migrate(database: Database, beforeFirst: (version: number) => void): void {
  if (versionOf(database) >= libraryVersion) return;
  database
    .transaction(() => {
      const version = versionOf(database);
      if (version >= libraryVersion) return;
      beforeFirst(version);
      for (const migration of migrations.slice(version)) {
        if (typeof migration === "string") database.exec(migration);
        else migration(database);
      }
      database.pragma(`user_version = ${libraryVersion}`);
    })
    .immediate();
}

export const versionOf = (database: Database): number =>
  Number(database.pragma("user_version", { simple: true }));
