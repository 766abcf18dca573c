/** What the form calls the choices of a value, by the value's path: there, and wherever else they are told. */
import type { Path } from "../../contract/schema-path.ts";

type Names = Readonly<Record<string, string>>;

const names: Readonly<Record<string, Names>> = {
  "server.engineVersion": {
    "2008": "2008 and 2008 R2",
    "2012": "2012 and 2014",
    "2016": "2016 and later",
  },
  "server.poolAtStart": { warm: "Warm, as after a long run", empty: "Empty, as after a restart" },
  "database.recoveryModel": { simple: "Simple", full: "Full" },
  "storage.pushUnit": { page: "The page", extent: "Its extent" },
  "storage.pushPolicy": { synchronous: "Before the change", writeAhead: "Before its write" },
  "storage.arming": { atOnce: "Left to redo", copyDirtyPages: "Copied" },
  "storage.sparseFileLimitError": { "665": "OS error 665", "1450": "OS error 1450, tried again" },
  "storage.volumes.arraySnapshots.scheme": {
    redirectOnWrite: "Redirect",
    copyOnWrite: "Copy",
  },
  "storage.volumes.arraySnapshots.whenFull": {
    deleteOldest: "Delete the oldest",
    takeOffline: "Take the volume offline",
    borrow: "Borrow from the pool",
  },
  "timeline.command.freeze": {
    vss: "VSS",
    suspend: "SUSPEND (2022)",
    none: "No freeze",
  },
  "workload.profile": {
    sqlcat: "SQLCAT’s five transactions",
    "read-only": "SQLCAT’s read-only one",
    tpcc: "TPC-C-style",
  },
  "workload.accessOrder": { ascending: "Ascending by key", random: "Random, can deadlock" },
  "reporting.query": { pointReads: "Look rows up by key", scan: "Scan a range of rows" },
};

/** Undefined: each is called what it is. All elements of a list have the same. */
export const choiceNames = (path: Path): Names | undefined =>
  names[path.filter((key) => typeof key === "string").join(".")];
