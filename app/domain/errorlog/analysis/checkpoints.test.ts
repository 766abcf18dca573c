import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseLines, edgesOf, phasesNamed } from "./testing/written-log.ts";

const at = (time: string, source: string, text: string) =>
  `2019-05-07 ${time} ${source.padEnd(12)}${text}`;
const checkpoints = (lines: readonly string[]) => phasesNamed(analyseLines(lines), "checkpoint");

describe("FlushCache", () => {
  it.each([
    [
      "2005",
      [
        "FlushCache: cleaned up 72141 bufs with 39990 writes in 10625 ms (avoided 426 new dirty bufs)",
      ],
      { buffers: 72_141, writes: 39_990, durationMs: 10_625, avoided: 426, pagesPerWrite: 1.8 },
    ],
    [
      "2008",
      [
        "FlushCache: cleaned up 192890 bufs with 12330 writes in 9760 ms (avoided 3 new dirty bufs)",
        "            average throughput: 154.40 MB/sec, I/O saturation: 12",
        "            last target outstanding: 100",
      ],
      {
        buffers: 192_890,
        writes: 12_330,
        durationMs: 9760,
        avoided: 3,
        pagesPerWrite: 15.64,
        megabytesPerSecond: 154.4,
        ioSaturation: 12,
        lastTargetOutstanding: 100,
      },
    ],
    [
      "2012",
      [
        "FlushCache: cleaned up 216539 bufs with 154471 writes in 69071 ms (avoided 11796 new dirty bufs) for db 6:0",
        "            average throughput:  24.49 MB/sec, I/O saturation: 68365, context switches 80348",
        "            last target outstanding: 1560, avgWriteLatency 15",
      ],
      {
        buffers: 216_539,
        writes: 154_471,
        durationMs: 69_071,
        avoided: 11_796,
        pagesPerWrite: 1.4,
        databaseId: 6,
        megabytesPerSecond: 24.49,
        ioSaturation: 68_365,
        contextSwitches: 80_348,
        lastTargetOutstanding: 1560,
        averageWriteLatencyMs: 15,
      },
    ],
    [
      "2016",
      [
        "FlushCache: cleaned up 11208 bufs with 109 writes in 463587 ms (avoided 8791 new dirty bufs) for db 10:0",
        "            average writes per second:   0.24 writes/sec",
        "            average throughput:   0.19 MB/sec, I/O saturation: 1009, context switches 2085",
        "            last target outstanding: 2, avgWriteLatency 111",
      ],
      {
        buffers: 11_208,
        writes: 109,
        durationMs: 463_587,
        avoided: 8791,
        pagesPerWrite: 102.83,
        databaseId: 10,
        megabytesPerSecond: 0.19,
        ioSaturation: 1009,
        contextSwitches: 2085,
        writesPerSecond: 0.24,
        lastTargetOutstanding: 2,
        averageWriteLatencyMs: 111,
      },
    ],
  ])("of %s is one phase, whatever the order of its lines", (_, texts, figures) => {
    const lines = texts.map((text) => at("03:00:00.10", "spid14s", text));
    const first = at("02:00:00.10", "spid9s", "Starting up database 'Sales'.");
    for (const ordered of [lines, lines.toReversed()]) {
      const found = checkpoints([first, ...ordered]);
      expect(found.map((phase) => phase.figures)).toEqual([figures]);
      const endMs = 3_600_000;
      const startMs = endMs - figures.durationMs;
      expect(found[0]).toMatchObject({ startMs, endMs, snapshot: null });
    }
  });

  /** Three checkpoints of one session, in the form of Microsoft's own post. */
  const three = [
    [
      "FlushCache: cleaned up 12773 bufs with 2061 writes in 96736 ms (avoided 11 new dirty bufs) for db 5:0",
      "average throughput:   1.03 MB/sec, I/O saturation: 3196, context switches 2913",
      "last target outstanding: 14, avgWriteLatency 8",
    ],
    [
      "FlushCache: cleaned up 16758 bufs with 7720 writes in 73764 ms (avoided 3642 new dirty bufs) for db 9:0",
      "average throughput:   1.77 MB/sec, I/O saturation: 6115, context switches 4409",
      "last target outstanding: 52, avgWriteLatency 0",
    ],
    [
      "FlushCache: cleaned up 18250 bufs with 8391 writes in 65152 ms (avoided 4587 new dirty bufs) for db 9:0",
      "average throughput:   2.19 MB/sec, I/O saturation: 4791, context switches 3511",
      "last target outstanding: 54, avgWriteLatency 68",
    ],
  ].map((texts, index) => texts.map((text) => at("03:01:48.10", `spid${14 + index}s`, text)));

  it("pairs lines by their figures in any mix of sessions and any order", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(three.flat(), { minLength: 9, maxLength: 9 }), (lines) => {
        const found = checkpoints(lines).map(({ figures }) => [
          figures.buffers,
          figures.megabytesPerSecond,
          figures.averageWriteLatencyMs,
        ]);
        expect(found.sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
          [12_773, 1.03, 8],
          [16_758, 1.77, 0],
          [18_250, 2.19, 68],
        ]);
      }),
    );
  });

  it("keeps checkpoints of one session apart when the newest is first", () => {
    const lines = three
      .flat()
      .toReversed()
      .map((line) => line.replace(/spid\d+s /, "spid14s "));
    expect(
      checkpoints(lines).map(({ figures }) => [figures.buffers, figures.averageWriteLatencyMs]),
    ).toEqual(
      expect.arrayContaining([
        [12_773, 8],
        [16_758, 0],
        [18_250, 68],
      ]),
    );
  });

  it("does not pair a line whose figure is another's, though it stands next to it", () => {
    const lines = [three[0]?.[0] ?? "", three[1]?.[1]?.replace("spid15s", "spid14s") ?? ""];
    expect(checkpoints(lines)[0]?.figures).not.toHaveProperty("megabytesPerSecond");
  });

  it("does not pair lines that are far apart in time", () => {
    const late = (three[0]?.[1] ?? "").replace("03:01:48", "03:02:48");
    expect(checkpoints([three[0]?.[0] ?? "", late])[0]?.figures).not.toHaveProperty("ioSaturation");
  });

  it("names the database where the log tells whose id it is", () => {
    const lines = [
      at(
        "03:00:00.00",
        "spid14s",
        "2 transactions rolled forward in database 'Sales' (5). This is an informational message only. No user action is required.",
      ),
      ...(three[0] ?? []),
    ];
    expect(checkpoints(lines)[0]?.database).toBe("Sales");
  });
});

describe("trace flag 3502", () => {
  const start = at("04:00:00.00", "spid10s", "Ckpt dbid 5 started (8)");
  const begin = at("04:00:00.01", "spid10s", "About to log Checkpoint begin.");
  const phase1 = at("04:00:00.51", "spid10s", "Ckpt dbid 5 phase 1 ended (8)");
  const flush = at(
    "04:00:02.00",
    "spid10s",
    "FlushCache: cleaned up 125 bufs with 69 writes in 1447 ms (avoided 0 new dirty bufs)",
  );
  const end = at("04:00:02.02", "spid10s", "About to log Checkpoint end.");
  const complete = at("04:00:02.03", "spid10s", "Ckpt dbid 5 complete");

  it("gives both ends of a checkpoint", () => {
    const [found, ...others] = checkpoints([start, begin, phase1, end, complete]);
    expect(others).toEqual([]);
    expect(found && edgesOf(found)).toEqual(["checkpoint", null, 0, 2030, "logged", "logged"]);
    expect(found?.figures).toEqual({ databaseId: 5, phase1Ms: 510 });
  });

  it("and FlushCache of the same checkpoint are one phase, whichever is complete first", () => {
    for (const lines of [
      [start, begin, phase1, flush, end, complete],
      [start, begin, phase1, end, complete, flush],
    ]) {
      const found = checkpoints(lines);
      expect(found.map(edgesOf)).toEqual([["checkpoint", null, 0, 2030, "logged", "logged"]]);
      expect(found[0]?.figures).toMatchObject({ buffers: 125, databaseId: 5, phase1Ms: 510 });
    }
  });

  it("keeps checkpoints of two databases apart that run side by side", () => {
    const other = [
      at("04:00:01.00", "spid11s", "Ckpt dbid 6 started (8)"),
      at(
        "04:00:03.00",
        "spid11s",
        "FlushCache: cleaned up 9 bufs with 9 writes in 1990 ms (avoided 0 new dirty bufs) for db 6:0",
      ),
      at("04:00:04.00", "spid11s", "Ckpt dbid 6 complete"),
    ];
    const found = checkpoints([start, other[0] ?? "", flush, complete, ...other.slice(1)]);
    expect(found.map(({ startMs, endMs, figures }) => [startMs, endMs, figures.buffers])).toEqual([
      [0, 2030, 125],
      [1000, 4000, 9],
    ]);
  });

  it("leaves a checkpoint open where the log breaks off, and not where the next one starts", () => {
    const again = start.replace("04:00:00", "04:09:00");
    expect(checkpoints([start, again]).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 0],
      [540_000, null],
    ]);
  });

  it("ends a checkpoint that the server's end cut short", () => {
    const banner = at(
      "04:10:00.00",
      "Server",
      "Microsoft SQL Server 2019 (RTM) - 15.0.2000.5 (X64)",
    );
    const master = at("04:10:01.00", "spid7s", "Starting up database 'master'.");
    const found = checkpoints([start, flush, banner, master]);
    expect(found.map(({ endMs }) => endMs)).toEqual([2000]);
  });

  it("takes a completion without a start as nothing", () => {
    expect(checkpoints([complete, phase1])).toEqual([]);
  });
});
