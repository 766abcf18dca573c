import { describe, expect, it } from "vitest";
import { failure, type Result, success } from "../../../app/contract/result.ts";
import type { RecordRow, RecordRows } from "../../../app/contract/rpc/records.ts";
import type { Band } from "../../../app/domain/timeline/timeline.ts";
import { rowsInMemory } from "./log-rows.ts";
import { PagedRows, pageRows, recordOf } from "./paged-rows.ts";

const rowAt = (record: number): RecordRow => ({
  record,
  file: 0,
  line: record + 1,
  atMs: record * 10,
  source: "spid51",
  text: `record ${record}`,
  cut: false,
  kind: "other",
  error: null,
  phase: null,
  database: null,
});

/** A service with `count` records, the row of each being its number; answers when it is told to. */
class FakeService {
  count = 12_000_000;
  complete = true;
  problem: string | null = null;
  readonly asked: string[] = [];
  readonly signals: AbortSignal[] = [];
  readonly tasks: (() => void)[] = [];

  async rows(from: number, count: number, signal: AbortSignal): Promise<Result<RecordRows>> {
    this.signals.push(signal);
    this.asked.push(`${from}+${count}`);
    if (this.problem !== null) return failure("ioError", this.problem);
    const length = Math.max(0, Math.min(count, this.count - from));
    const rows = Array.from({ length }, (_, at) => rowAt(from + at));
    return success({ count: this.count, complete: this.complete, rows });
  }

  async rowOf(record: number, signal: AbortSignal): Promise<Result<number>> {
    this.signals.push(signal);
    return record < this.count ? success(record) : failure("notFound", "no such record");
  }

  async rowAt(atMs: number, signal: AbortSignal): Promise<Result<number>> {
    this.signals.push(signal);
    return success(Math.min(Math.max(Math.ceil(atMs / 10), 0), this.count));
  }
}

function opened(change: Partial<FakeService> = {}) {
  const service = Object.assign(new FakeService(), change);
  const problems: (string | null)[] = [];
  const rows = new PagedRows({
    source: service,
    onProblem: (message) => problems.push(message),
    later: (run) => {
      service.tasks.push(run);
      return () => {
        const at = service.tasks.indexOf(run);
        if (at >= 0) service.tasks.splice(at, 1);
      };
    },
  });
  rows.open();
  return { service, rows, problems };
}

/** Lets everything that was asked for be answered. */
const answered = () => new Promise((resolve) => setImmediate(resolve));

describe("rows in pages", () => {
  it("are here once they were asked for, and not before", async () => {
    const { rows } = opened();
    expect(rows.count).toBe(0);
    expect(rows.at(0)).toBeNull();
    await answered();
    expect(rows.count).toBe(12_000_000);
    expect(rows.at(5)).toMatchObject({ index: 5, atMs: 50, sinceMs: 10 });
    expect(rows.at(6_000_000)).toBeNull();
    rows.ensure(6_000_000, 6_000_040);
    await answered();
    expect(rows.at(6_000_000)).toMatchObject({ index: 6_000_000, sinceMs: 10 });
  });

  it("ask once for a page, and for the pages beside it", async () => {
    const { rows, service } = opened();
    await answered();
    service.asked.length = 0;
    rows.ensure(1000, 1040);
    rows.ensure(1001, 1041);
    await answered();
    expect(service.asked.toSorted()).toEqual(
      [
        `${4 * pageRows - 1}+${pageRows + 1}`,
        `${5 * pageRows - 1}+${pageRows + 1}`,
        `${6 * pageRows - 1}+${pageRows + 1}`,
      ].toSorted(),
    );
    rows.ensure(1000, 1040);
    expect(service.asked).toHaveLength(3);
  });

  it("forget the pages that were not looked at for longest", async () => {
    const { rows } = opened();
    await answered();
    for (let page = 0; page < 80; ++page) {
      rows.ensure(page * pageRows, page * pageRows + 40);
      await answered();
    }
    expect(rows.at(0)).toBeNull();
    expect(rows.at(79 * pageRows)).not.toBeNull();
    const here = Array.from({ length: 81 }, (_, page) => rows.at(page * pageRows)).filter(Boolean);
    expect(here.length).toBeLessThanOrEqual(50);
  });

  it("forget earlier where their texts are long", async () => {
    const service = new FakeService();
    const long = "x".repeat(60_000);
    const ofLong = Object.assign(service, {
      rows: async (from: number, count: number): Promise<Result<RecordRows>> => {
        const rows = Array.from({ length: count }, (_, at) => ({
          ...rowAt(from + at),
          text: long,
        }));
        return success({ count: 10_000, complete: true, rows });
      },
    });
    const rows = new PagedRows({ source: ofLong, onProblem: () => undefined });
    rows.open();
    await answered();
    rows.ensure(5 * pageRows, 5 * pageRows + 10);
    await answered();
    const here = Array.from({ length: 10 }, (_, page) => rows.at(page * pageRows)).filter(Boolean);
    expect(here).toHaveLength(1);
  });

  it("tell who draws them of every change, until nobody listens", async () => {
    const { rows } = opened();
    let told = 0;
    const stop = rows.subscribe(() => {
      told += 1;
    });
    await answered();
    expect(told).toBe(1);
    expect(rows.version).toBe(1);
    stop();
    rows.ensure(5000, 5010);
    await answered();
    expect(told).toBe(1);
  });

  it("count again while more are to come, and fill the page that was the last", async () => {
    const { rows, service } = opened({ count: 50, complete: false });
    await answered();
    expect([rows.count, rows.complete]).toEqual([50, false]);
    service.count = 70;
    service.tasks.shift()?.();
    await answered();
    expect(rows.count).toBe(70);
    expect(rows.at(69)).not.toBeNull();
    service.count = 1000;
    service.complete = true;
    service.tasks.shift()?.();
    await answered();
    expect([rows.count, rows.complete, service.tasks.length]).toEqual([1000, true, 0]);
    // The first page was the last when it came; now there is more of it.
    expect(rows.at(150)).not.toBeNull();
    rows.refresh();
    await answered();
    expect(rows.at(999)).not.toBeNull();
  });

  it("fill a page that had no more rows when it came", async () => {
    const { rows, service } = opened({ count: 250 });
    await answered();
    rows.ensure(200, 250);
    await answered();
    expect(rows.at(249)).not.toBeNull();
    service.count = 900;
    await rows.load(600);
    expect([rows.count, rows.at(399)]).toEqual([900, null]);
    rows.ensure(200, 300);
    await answered();
    expect(rows.at(399)).not.toBeNull();
  });

  it("say why they are missing, and come when they can be had again", async () => {
    const { rows, service, problems } = opened({ problem: "The file is gone." });
    await answered();
    expect(problems).toEqual(["The file is gone."]);
    service.problem = null;
    let told = 0;
    rows.subscribe(() => {
      told += 1;
    });
    service.tasks.shift()?.();
    expect(told).toBe(1);
    rows.ensure(0, 40);
    rows.refresh();
    await answered();
    expect(problems.at(-1)).toBeNull();
    expect(rows.at(0)).not.toBeNull();
  });

  it("that were left take no answer any more", async () => {
    const { rows } = opened();
    rows.close();
    await answered();
    expect(rows.count).toBe(0);
    rows.refresh();
    rows.open();
    await answered();
    expect(rows.count).toBeGreaterThan(0);
  });

  it("take back what was asked for when they are left, and ask anew when they are opened again", async () => {
    const { rows, service } = opened();
    void rows.rowOf(7);
    void rows.rowAt(70);
    rows.close();
    expect(service.signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
    rows.open();
    await answered();
    expect(rows.count).toBeGreaterThan(0);
    expect(service.signals.at(-1)?.aborted).toBe(false);
  });

  it("are found by record and by time", async () => {
    const { rows } = opened();
    await answered();
    expect(rows.rowOf(7)).toBe(7);
    expect(rows.knownRowOf(7)).toBe(7);
    expect(rows.knownRowOf(5_000_000)).toBe(-1);
    expect(await rows.rowOf(5_000_000)).toBe(5_000_000);
    expect(await rows.rowOf(12_000_001)).toBe(-1);
    expect(await rows.rowAt(100)).toBe(10);
    expect(await rows.rowAt(105)).toBe(10);
    expect(await rows.rowAt(-1)).toBe(-1);
    const [first, far] = [await rows.load(3), await rows.load(9_000_000)];
    expect([first?.index, far?.index]).toEqual([3, 9_000_000]);
    expect(await rows.load(20_000_000)).toBeNull();
  });

  it("of a band begin where it is first told of", async () => {
    const { rows } = opened();
    await answered();
    const band: Band = {
      id: "b",
      row: "backup",
      phase: "backup",
      snapshot: null,
      startMs: 1000,
      endMs: 2000,
      startSource: "derived",
      endSource: "logged",
      instant: false,
      progress: null,
      figures: {},
    };
    expect(await rows.rowOfBand(band)).toBe(200);
    expect(await rows.rowOfBand({ ...band, startSource: "logged" })).toBe(100);
  });
});

describe("rows in memory", () => {
  const records = [3, 5, 9].map((index) => recordOf(rowAt(index), null));
  const rows = rowsInMemory(records);

  it("are all here, a filter's gaps among them", () => {
    expect([rows.count, rows.complete, rows.version]).toEqual([3, true, 0]);
    expect(rows.at(1)?.index).toBe(5);
    expect(rows.load(9)).toBeNull();
    expect([rows.knownRowOf(5), rows.knownRowOf(4)]).toEqual([1, -1]);
    expect([rows.rowOf(4), rows.rowOf(10)]).toEqual([1, -1]);
    expect([rows.rowAt(89), rows.rowAt(90), rows.rowAt(0)]).toEqual([1, 2, -1]);
    rows.ensure(0, 3);
    rows.subscribe(() => undefined)();
  });

  it("have no time since one that has none", () => {
    const timeless = { ...rowAt(1), atMs: null };
    expect(recordOf(rowAt(2), timeless).sinceMs).toBeNull();
    expect(recordOf(timeless, rowAt(0)).sinceMs).toBeNull();
    expect(recordOf(rowAt(2), rowAt(1)).sinceMs).toBe(10);
  });
});
