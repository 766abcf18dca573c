import { describe, expect, it } from "vitest";
import { phaseOfKind, recognise } from "../../../app/domain/errorlog/messages/recognise.ts";
import type { Band, Timeline, TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import { factsOf } from "./record-facts.ts";

const none = new Float64Array();

const band = (row: Band["row"], phase: Band["phase"], startMs: number, endMs: number): Band => ({
  id: row,
  row,
  phase,
  snapshot: "snapshot_test_2",
  startMs,
  endMs,
  startSource: "logged",
  endSource: "logged",
  instant: false,
  progress: null,
  figures: {},
});

/** The SQLCAT paper's creation, as far as these records need it. */
const timeline: Timeline = {
  timeTitle: "Engine time",
  alwaysRows: [],
  marginShare: 0,
  originMs: 0,
  endMs: 1_743_220,
  plannedEndMs: null,
  warmupEndMs: 0,
  series: { timeMs: none, counters: {}, waits: {}, p99Ms: none, samplesPerPoint: 1 },
  bands: [
    band("command", null, 0, 1_732_580),
    band("analysis", "analysis", 478_240, 509_590),
    band("redo", "redo", 509_990, 1_706_840),
  ],
  asOf: [],
  acts: [],
  marks: [],
  snapshots: [],
  state: null,
  overlay: null,
};

function record(text: string, atMs: number): TimelineRecord {
  const message = recognise(text, null);
  return {
    index: 0,
    file: null,
    line: 1,
    atMs,
    sinceMs: null,
    source: "spid57",
    text,
    kind: message.kind,
    phase: phaseOfKind(message),
    database: null,
    error: null,
    cut: false,
  };
}

const namesAndValues = (target: TimelineRecord) =>
  Object.fromEntries(factsOf(target, timeline).facts.map(({ name, value }) => [name, value]));

describe("facts of a record", () => {
  it("of a checkpoint are its figures, and what follows from them", () => {
    const flush =
      "FlushCache: cleaned up 732965 bufs with 507694 writes in 80907 ms (avoided 298164 new dirty bufs)";
    expect(namesAndValues(record(flush, 81_120))).toEqual({
      Meaning: "Checkpoint ended",
      Took: "1 min 20.91 s",
      "Buffers written": "732,965",
      Writes: "507,694",
      "Pages per write": "1.44",
      Throughput: "70.8 MiB/s",
      "Dirtied meanwhile": "298,164 buffers",
    });
  });

  it("of an estimate say how it came out", () => {
    const analysis =
      "Analysis of database 'snapshot_test_2' (7) is 0% complete (approximately 2719 seconds remain).";
    const first = record(analysis, 478_240);
    expect(namesAndValues(first)).toMatchObject({
      Database: "snapshot_test_2 (7)",
      Progress: "0 %",
      "Estimated remaining": "2,719 s",
      "Actually remaining": "31.35 s",
    });
    expect(factsOf(first, timeline).hint).toBe("The server’s estimate was 87 times too long.");
  });

  it("compare an estimate of redo with the end of the whole recovery", () => {
    const redo =
      "Recovery of database 'snapshot_test_2' (7) is 0% complete (approximately 86795 seconds remain). Phase 2 of 3.";
    const { facts, hint } = factsOf(record(redo, 509_990), timeline);
    expect(facts).toContainEqual({ name: "Actually remaining", value: "20 min 22.59 s" });
    expect(hint).toContain("71 times too long");
  });

  it("say when an estimate was too short, and nothing where it was about right", () => {
    const with_ = (seconds: number) =>
      record(
        `Analysis of database 'x' (7) is 5% complete (approximately ${seconds} seconds remain).`,
        478_240,
      );
    expect(factsOf(with_(10), timeline).hint).toBe(
      "It took 3 times as long as the server estimated.",
    );
    expect(factsOf(with_(30), timeline).hint).toBeNull();
  });

  it("of a message that is not known are none but that", () => {
    expect(namesAndValues(record("Something else entirely.", 5))).toEqual({
      Meaning: "Not interpreted",
    });
  });
});
