/**
 * SQLite as a baseline of durable commits, for native/bench/commit_bench.cpp:
 *
 *   node app/services/testing/durable-updates.ts FOLDER
 *
 * One connection, write-ahead log, synchronous = FULL, a prepared one-row update of a random row in
 * a transaction of its own, a new value each time. Prints "ready", then answers each line
 * "<seconds>" with "<commits> <seconds>" (see native/bench/outside_program.h).
 */
import { join } from "node:path";
import { argv, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";

const rows = 100_000;
/** How wide the rows of the engine's table are. */
const fillerBytes = 224;

function openDatabase(path: string): Database.Database {
  const database = new Database(path);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.exec("CREATE TABLE account (id INTEGER PRIMARY KEY, value INTEGER, filler BLOB)");
  const insert = database.prepare("INSERT INTO account VALUES (?, ?, zeroblob(?))");
  database.transaction(() => {
    for (let id = 1; id <= rows; id += 1) insert.run(id, id, fillerBytes);
  })();
  database.pragma("wal_checkpoint(TRUNCATE)");
  return database;
}

const folder = argv[2];
if (folder === undefined) throw new Error("durable-updates.ts needs a folder for its database");
const database = openDatabase(join(folder, "baseline.sqlite"));
const update = database.prepare("UPDATE account SET value = ? WHERE id = ?");
let next = 1;

stdout.write("ready\n");
for await (const line of createInterface({ input: stdin })) {
  const start = performance.now();
  const end = start + Number(line) * 1000;
  let commits = 0;
  let now = start;
  while (now < end) {
    // A generator of full period (Park and Miller): every value is new.
    next = (next * 48_271) % 2_147_483_647;
    update.run(next, (next % rows) + 1);
    commits += 1;
    now = performance.now();
  }
  stdout.write(`${commits} ${(now - start) / 1000}\n`);
}
database.close();
