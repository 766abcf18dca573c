import { describe, expect, it } from "vitest";
import { analyseLines } from "../testing/written-log.ts";
import { at, flush, found, longIo, startOfServer, titles } from "./testing/day.ts";

describe("slowCheckpoint", () => {
  it("speaks of checkpoints beyond the recovery interval, by database", () => {
    expect(
      titles(
        "slowCheckpoint",
        at("01:00:00.00", "spid9s", flush(60_000, " for db 1:0")),
        at("01:10:00.00", "spid9s", flush(61_000, " for db 4:0")),
        at("01:20:00.00", "spid9s", flush(100_000, " for db 4:0")),
        at("01:30:00.00", "spid9s", flush(130_000, " for db 77:0")),
        at("01:40:00.00", "spid9s", flush(70_000)),
      ),
    ).toEqual([
      "Checkpoints of msdb took up to 1 min 40 s, beyond 1 min, the recovery interval's default (twice)",
      "Checkpoints of database 77 took up to 2 min 10 s, beyond 1 min, the recovery interval's default (once)",
      "Checkpoints took up to 1 min 10 s, beyond 1 min, the recovery interval's default (once)",
    ]);
  });

  it("speaks of indirect checkpoints only where the version has them", () => {
    const text = (...lines: readonly string[]) => found("slowCheckpoint", ...lines)[0]?.text ?? "";
    const banner = (name: string, build: string) =>
      at("00:30:00.00", "Server", `Microsoft SQL Server ${name} - ${build} (X64) `);
    const slow = at("01:00:00.00", "spid9s", flush(61_000));
    const indirect = "TARGET_RECOVERY_TIME";
    expect(text(banner("2008 R2 (SP2)", "10.50.4000.0"), slow)).not.toContain(indirect);
    expect(text(banner("2012 (SP4)", "11.0.7001.0"), slow)).toContain(`healthy, an indirect`);
    expect(text(at("01:00:00.00", "spid9s", flush(61_000, " for db 4:0")))).toContain(
      "healthy, an indirect",
    );
    expect(text(slow)).toContain("from SQL Server 2012 on an indirect checkpoint");
  });

  it("states the speed in MiB/s, from the figures", () => {
    const [slow] = found("slowCheckpoint", at("01:10:00.00", "spid9s", flush(100_000)));
    expect(slow?.text).toContain("12,800 pages at 1 MiB/s");
    expect(slow).toMatchObject({ startMs: 4_100_000, endMs: 4_200_000, occurrences: 1 });
  });

  it("speaks of write latency from 50 ms on, and of saturation", () => {
    const of = (latency: number) =>
      titles(
        "slowCheckpoint",
        at("01:00:00.00", "spid9s", flush(100)),
        at(
          "01:00:00.00",
          "spid9s",
          "average throughput: 1000.00 MB/sec, I/O saturation: 4711, context switches 1",
        ),
        at("01:00:00.00", "spid9s", `last target outstanding: 2, avgWriteLatency ${latency}`),
      );
    expect(of(49)).toEqual([]);
    expect(of(50)).toEqual([
      "Checkpoint writes took 50 ms on average at worst (once at or above 50 ms)",
    ]);
  });
});

describe("slowCheckpoint with slow writes", () => {
  const slow = (time: string, ms: number, latency: number) => [
    at(time, "spid9s", flush(ms)),
    at(time, "spid9s", `last target outstanding: 2, avgWriteLatency ${latency}`),
  ];

  it("is one finding where the same checkpoint is both", () => {
    const all = found("slowCheckpoint", ...slow("01:10:00.00", 100_000, 80));
    expect(all.map(({ title }) => title)).toEqual([
      "Checkpoints took up to 1 min 40 s, beyond 1 min, the recovery interval's default (once)",
    ]);
    expect(all[0]?.text).toContain("took up to 80 ms on average");
  });

  it("is another finding where others have slow writes", () => {
    const lines = [...slow("01:10:00.00", 100_000, 80), ...slow("02:10:00.00", 100, 90)];
    expect(titles("slowCheckpoint", ...lines)).toEqual([
      "Checkpoints took up to 1 min 40 s, beyond 1 min, the recovery interval's default (once)",
      "Checkpoint writes took 90 ms on average at worst (twice at or above 50 ms)",
    ]);
  });
});

describe("longIo of a machine that slept", () => {
  const hours = 8 * 3_600_000;
  const morning = (file: string) => at("09:00:00.00", "spid9s", longIo(file, hours));

  it("is no slow I/O, and one finding for all files and each waking", () => {
    const lines = ["D:\\a.mdf", "D:\\b.mdf", "L:\\a.ldf"].map(morning);
    expect(found("longIo", ...lines)).toMatchObject([
      { weight: "information", title: "The machine seems to have slept for 8 h", occurrences: 3 },
    ]);
    const evening = at("21:00:00.00", "spid9s", longIo("D:\\a.mdf", hours));
    expect(titles("longIo", ...lines, evening)).toHaveLength(2);
    expect(analyseLines([...lines]).phases).toEqual([]);
  });

  it("is told from an I/O that did not end, of which the file was reported meanwhile", () => {
    const before = at("08:55:00.00", "spid9s", longIo("D:\\a.mdf", hours - 300_000));
    const first = at("01:00:20.00", "spid9s", longIo("D:\\a.mdf", 15_020));
    expect(titles("longIo", first, before, morning("D:\\a.mdf"))).toEqual([
      "3 I/O requests on a.mdf took longer than 15 s, the longest 8 h",
    ]);
    const shorter = at("09:00:00.00", "spid9s", longIo("D:\\a.mdf", 330_000));
    expect(titles("longIo", shorter)).toEqual([
      "1 I/O request on a.mdf took longer than 15 s, the longest 5 min 30 s",
    ]);
  });
});

describe("longIo", () => {
  const creation = [
    at("01:00:00.00", "spid51", "Creating file P:\\a.ss."),
    at("01:00:01.00", "spid51", "Opening file (1):P:\\a.ss."),
    at("01:00:02.00", "spid51", "Starting up database 'a'."),
    at("01:00:02.00", "spid51", "RECOVERY (a, 7): Analysis starting"),
  ];
  const completed = at(
    "01:05:00.00",
    "spid51",
    "SQL recovery (analysis, redo and undo) completed for database (a, 7)",
  );

  it("groups reports by file, with the longest", () => {
    expect(
      titles(
        "longIo",
        at("01:00:00.00", "spid2s", longIo("E:\\data\\Sales.mdf", 16_000, 40)),
        at("01:05:00.00", "spid2s", longIo("E:\\data\\Sales.mdf", 31_500, 2)),
        at("01:05:00.00", "spid2s", longIo("/var/opt/mssql/data/x.ndf", 15_100)),
      ),
    ).toEqual([
      "42 I/O requests on Sales.mdf took longer than 15 s, the longest 31.5 s",
      "1 I/O request on x.ndf took longer than 15 s, the longest 15.1 s",
    ]);
  });

  it("tells which reports fall into a creation, also one that began before it", () => {
    const lines = [
      ...creation,
      at("01:00:10.00", "spid2s", longIo("E:\\data\\Sales.mdf", 20_000)),
      completed,
      at("01:05:20.00", "spid2s", longIo("E:\\data\\Sales.mdf", 20_500)),
      at("01:05:21.00", "spid2s", longIo("E:\\data\\Sales.mdf", 20_500)),
      at("01:09:00.00", "spid2s", longIo("E:\\data\\Sales.mdf", 20_500)),
    ];
    const [during] = found("longIo", ...lines);
    expect(during?.title).toBe(
      "2 reports of I/O slower than 15 s during the creation of snapshot a, which took 5 min",
    );
    expect(during?.evidence.map(({ line }) => line)).toEqual([6, 8]);
    expect(during?.text).toContain("On E:\\data\\Sales.mdf, the longest 20.5 s.");
  });

  it("tells reports that fall into a creation once: by file only what is beside it", () => {
    const inside = at("01:00:30.00", "spid2s", longIo("E:\\data\\Sales.mdf", 20_000, 3));
    expect(titles("longIo", ...creation, inside, completed)).toHaveLength(1);
    const beside = at("03:00:00.00", "spid2s", longIo("E:\\data\\Sales.mdf", 16_000, 2));
    expect(titles("longIo", ...creation, inside, completed, beside).slice(1)).toEqual([
      "2 I/O requests on Sales.mdf took longer than 15 s, the longest 16 s",
    ]);
  });

  it("counts a creation without an end up to the end of the log, and none that a restart cut short", () => {
    const late = at("02:00:00.00", "spid2s", longIo("E:\\data\\Sales.mdf", 20_000));
    expect(titles("longIo", ...creation.slice(0, 2), late)[0]).toMatch(/creation of a snapshot$/);
    expect(titles("longIo", ...creation, ...startOfServer("01:30"), late)).toEqual([
      "1 I/O request on Sales.mdf took longer than 15 s, the longest 20 s",
    ]);
  });
});

describe("fileSystemLimit", () => {
  it("speaks of 665 and 1450 by file, and knows a check's hidden snapshot", () => {
    const [finding, ...others] = found(
      "fileSystemLimit",
      at(
        "01:00:00.00",
        "spid51",
        "E:\\Sales.mdf_MSSQL_DBCC5: Operating system error 665(The requested operation could not be completed due to a file system limitation) encountered.",
      ),
      at(
        "01:00:01.00",
        "spid51",
        "E:\\Sales.mdf: Operating system error 21(The device is not ready.) encountered.",
      ),
    );
    expect(others).toEqual([]);
    expect(finding?.text).toContain("hidden snapshot of a consistency check");
  });
});
