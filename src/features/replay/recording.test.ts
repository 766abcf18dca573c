import { describe, expect, it } from "vitest";
import { utcOffset } from "../../../app/domain/format/utc-offset.ts";
import { standardLanes } from "../../../app/domain/timeline/lanes.ts";
import type { Timeline, TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import { usualIds } from "./charts/recording-counters.ts";
import { phaseNamed } from "./log/phase-names.ts";
import { messageFacts } from "./message-facts.ts";
import { factsOf } from "./record-facts.ts";
import { selectedOf } from "./selection.ts";

const [known] = standardLanes;
if (known === undefined) throw new Error("no lanes");

describe("the counters that are shown at first", () => {
  const own = (id: string) => ({ ...known, id, standard: false });

  it("are those that a run has too", () => {
    const matched = { ...known, id: "a", engineId: "transactionsPerSecond" };
    expect(usualIds([matched, own("b")])).toEqual(["a"]);
    expect(usualIds([{ ...matched, standard: false }, own("b")])).toEqual(["a"]);
  });

  it("are also those that changed while something happened, six at most", () => {
    const matched = { ...known, id: "a", engineId: "transactionsPerSecond" };
    const lanes = [matched, ...["b", "c", "d", "e", "f", "g"].map(own)];
    expect(usualIds(lanes, ["c", "a"])).toEqual(["a", "c"]);
    expect(usualIds(lanes, ["g", "f", "e", "d", "c", "b"])).toEqual(["a", "g", "f", "e", "d", "c"]);
  });

  it("are the first of a file that has none of them", () => {
    const lanes = Array.from({ length: 300 }, (_, at) => own(`c${at}`));
    expect(usualIds(lanes)).toEqual(["c0", "c1", "c2", "c3", "c4", "c5"]);
    expect(usualIds([])).toEqual([]);
  });
});

describe("what a message says", () => {
  it("is shown with its units, field by field", () => {
    const facts = messageFacts({
      kind: "longIo",
      occurrences: 3,
      thresholdSeconds: 15,
      file: "D:\\data\\Sales.mdf",
      database: null,
      databaseId: 5,
      offset: "0x000000a5e00000",
      durationMs: 22_310,
    });
    expect(facts).toEqual([
      { name: "Occurrences", value: "3" },
      { name: "Longer than", value: "15 s" },
      { name: "File", value: "D:\\data\\Sales.mdf", wide: false },
      { name: "Offset", value: "0x000000a5e00000", wide: false },
      { name: "Took", value: "22.31 s" },
    ]);
  });

  it("is nothing where it has no figures", () => {
    expect(messageFacts({ kind: "other" })).toEqual([]);
  });
});

const none = new Float64Array();
const timeline: Timeline = {
  timeTitle: "Engine time",
  alwaysRows: [],
  marginShare: 0,
  originMs: 0,
  endMs: 60_000,
  plannedEndMs: null,
  warmupEndMs: 0,
  series: { timeMs: none, counters: {}, waits: {}, p99Ms: none, samplesPerPoint: 1 },
  bands: [
    {
      id: "backup",
      row: "backup",
      phase: "backup",
      snapshot: null,
      database: "Sales",
      startMs: 1000,
      endMs: null,
      startSource: "logged",
      endSource: null,
      instant: false,
      progress: null,
      figures: {},
    },
  ],
  asOf: [],
  acts: [],
  marks: [],
  snapshots: [],
  state: null,
  overlay: null,
};

const record: TimelineRecord = {
  index: 7,
  file: 1,
  line: 12,
  atMs: 2000,
  sinceMs: null,
  source: "spid60",
  text: "The transaction log for database 'Sales' is full due to 'LOG_BACKUP'.",
  kind: "logFull",
  phase: "backup",
  database: "Sales",
  error: { number: 9002, severity: 17, state: 2 },
  cut: false,
};

describe("a record of a capture", () => {
  it("says where it stands and which error it explains", () => {
    const { facts } = factsOf(record, timeline, ["ERRORLOG.1", "ERRORLOG"]);
    const values = Object.fromEntries(facts.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({
      "File of the log": "ERRORLOG",
      Line: "12",
      Error: "9002",
      "Severity, state": "17, 2",
      Database: "Sales",
    });
    expect(factsOf(record, timeline, ["ERRORLOG"]).facts.map(({ name }) => name)).not.toContain(
      "File of the log",
    );
  });

  it("is selected with the band that it lies in, as soon as it is here", () => {
    expect(selectedOf(timeline, { kind: "record", index: 7 })).toEqual({
      record: null,
      band: null,
      span: null,
    });
    const selected = selectedOf(timeline, { kind: "record", index: 7, record });
    expect(selected.record).toBe(record);
    expect(selected.span).toEqual({ startMs: 1000, endMs: 60_000 });
    expect(selectedOf(timeline, { kind: "band", id: "gone" }).band).toBeNull();
    const span = { startMs: 1, endMs: 2 };
    expect(selectedOf(timeline, { kind: "span", span }).span).toEqual(span);
  });
});

describe("names", () => {
  it("of phases are known, and nothing else is a phase", () => {
    expect([phaseNamed("longIo"), phaseNamed("redo"), phaseNamed("none")]).toEqual([
      "longIo",
      "redo",
      null,
    ]);
  });

  it("of zones have their sign and their minutes", () => {
    expect([utcOffset(120), utcOffset(-210), utcOffset(0)]).toEqual([
      "UTC+2:00",
      "UTC−3:30",
      "UTC+0:00",
    ]);
  });
});
