import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { waitCaptureSchema } from "../../contract/capture.ts";
import { readWaitStats } from "./read-wait-stats.ts";
import { maxDifferences, waitCaptures } from "./wait-captures.ts";

const originMs = Date.UTC(2024, 4, 13, 20);

const readingOf = (text: string, name: string) => {
  const reading = readWaitStats(text, name);
  if (!reading.ok) throw new Error(reading.error.message);
  return reading.value;
};

const capturesOf = (...texts: readonly string[]) =>
  waitCaptures(
    texts.map((text, file) => ({ file, reading: readingOf(text, `waits${file + 1}.csv`) })),
    originMs,
  );

const names = "wait_type,waiting_tasks_count,wait_time_ms,max_wait_time_ms,signal_wait_time_ms";
const before = `${names}\nWRITELOG,100,5000,80,50\nLAZYWRITER_SLEEP,9,90000,1000,1\nCXPACKET,0,0,0,0\nLCK_M_X,1,700,700,0\n`;
const after = `${names}\nWRITELOG,150,9000,80,90\nLAZYWRITER_SLEEP,10,91000,1000,1\nCXPACKET,2,30,20,1\nLCK_M_X,1,700,700,0\n`;

describe("one result", () => {
  it("is shown as the totals since the server's start, most time first and idle waits last", () => {
    expect(capturesOf(before)).toEqual([
      {
        file: 0,
        label: "waits1.csv",
        atMs: null,
        since: null,
        spanMs: null,
        reset: false,
        waits: [
          {
            waitType: "WRITELOG",
            tasks: 100,
            waitMs: 5000,
            maxWaitMs: 80,
            signalMs: 50,
            idle: false,
          },
          { waitType: "LCK_M_X", tasks: 1, waitMs: 700, maxWaitMs: 700, signalMs: 0, idle: false },
          {
            waitType: "LAZYWRITER_SLEEP",
            tasks: 9,
            waitMs: 90_000,
            maxWaitMs: 1000,
            signalMs: 1,
            idle: true,
          },
        ],
      },
    ]);
  });
});

describe("two results", () => {
  it("have a difference, of which only longest waits that grew are known", () => {
    const [difference, ...totals] = capturesOf(before, after);
    expect(difference).toEqual({
      file: 1,
      label: "waits2.csv",
      atMs: null,
      since: "waits1.csv",
      spanMs: null,
      reset: false,
      waits: [
        {
          waitType: "WRITELOG",
          tasks: 50,
          waitMs: 4000,
          maxWaitMs: null,
          signalMs: 40,
          idle: false,
        },
        { waitType: "CXPACKET", tasks: 2, waitMs: 30, maxWaitMs: 20, signalMs: 1, idle: false },
        {
          waitType: "LAZYWRITER_SLEEP",
          tasks: 1,
          waitMs: 1000,
          maxWaitMs: null,
          signalMs: 0,
          idle: true,
        },
      ],
    });
    expect(totals.map(({ label, since }) => [label, since])).toEqual([
      ["waits1.csv", null],
      ["waits2.csv", null],
    ]);
  });

  it("without times are put in the order in which counters grow", () => {
    expect(capturesOf(after, before)[0]).toMatchObject({
      label: "waits1.csv",
      since: "waits2.csv",
      reset: false,
    });
  });

  it("are a reset where counters fell: what there is has been waited for since", () => {
    const timed = (time: string, text: string) =>
      text.replaceAll(/^(?!wait)(?=.)/gm, `${time},`).replace(names, `capture_time,${names}`);
    const [difference] = capturesOf(
      timed("2024-05-13 22:00:00", after),
      timed("2024-05-13 23:00:00.5", before),
    );
    expect(difference).toMatchObject({
      label: "2024-05-13 23:00:00.500",
      since: "2024-05-13 22:00:00",
      atMs: 3 * 3_600_000 + 500,
      reset: true,
      spanMs: null,
    });
    expect(difference?.waits[0]).toMatchObject({ waitType: "WRITELOG", waitMs: 5000 });
  });

  it("of the view lack a type only when nobody waited", () => {
    const grown = `${names}\nWRITELOG,150,9000,80,90\nWRITE_COMPLETION,5,100,50,1\n`;
    expect(capturesOf(before, grown)[0]?.waits.map(({ waitType }) => waitType)).toEqual([
      "WRITELOG",
      "WRITE_COMPLETION",
    ]);
  });

  it("of a script differ only in types that both have", () => {
    const head = "WaitType,Wait_S,WaitCount,Percentage";
    const [difference] = capturesOf(
      `${head}\nWRITELOG,10.00,100,90.0\n`,
      `${head}\nWRITELOG,12.50,140,80.0\nCXPACKET,2.50,10,20.0\n`,
    );
    expect(difference?.waits).toEqual([
      {
        waitType: "WRITELOG",
        tasks: 40,
        waitMs: 2500,
        maxWaitMs: null,
        signalMs: null,
        idle: false,
      },
    ]);
  });
});

describe("many results", () => {
  const at = (minute: number, server: string, waitMs: number) => {
    const time = new Date(originMs + minute * 60_000).toISOString().slice(0, 19);
    return `${time},${server},WRITELOG,${waitMs}`;
  };
  const file = (...rows: readonly string[]) =>
    `capture_time,server_name,wait_type,wait_time_ms\n${rows.join("\n")}\n`;

  it("differ from the one before of the same server", () => {
    const captures = capturesOf(
      file(at(15, "A", 30), at(0, "B", 5), at(0, "A", 10)),
      file(at(30, "a", 70), at(15, "B", 6)),
    );
    expect(
      captures.map(({ label, since, spanMs, waits }) => [label, since, spanMs, waits[0]?.waitMs]),
    ).toEqual([
      ["A, 2024-05-13 20:15:00", "A, 2024-05-13 20:00:00", 900_000, 20],
      ["a, 2024-05-13 20:30:00", "A, 2024-05-13 20:15:00", 900_000, 40],
      ["A, 2024-05-13 20:00:00", null, null, 10],
      ["a, 2024-05-13 20:30:00", null, null, 70],
      ["B, 2024-05-13 20:15:00", "B, 2024-05-13 20:00:00", 900_000, 1],
      ["B, 2024-05-13 20:00:00", null, null, 5],
      ["B, 2024-05-13 20:15:00", null, null, 6],
    ]);
  });

  it("are too many to show each; some are skipped, evenly, and no wait is lost", () => {
    const rows = Array.from({ length: 1001 }, (_, minute) => at(minute, "A", minute * 10));
    const differences = capturesOf(file(...rows)).filter(({ since }) => since !== null);
    expect(differences).toHaveLength(maxDifferences);
    expect(new Set(differences.map(({ spanMs }) => spanMs))).toEqual(new Set([300_000]));
    const waited = differences.reduce((sum, { waits }) => sum + (waits[0]?.waitMs ?? 0), 0);
    expect(waited).toBe(10_000);
  });

  it("have each label once, since it is how they name each other", () => {
    const same = file(at(0, "A", 1));
    const labels = capturesOf(same, same, same).filter(({ since }) => since !== null);
    expect(labels.map(({ label, since }) => [label, since])).toEqual([
      ["2024-05-13 20:00:00 (2)", "2024-05-13 20:00:00"],
      ["2024-05-13 20:00:00 (3)", "2024-05-13 20:00:00 (2)"],
    ]);
  });

  it("are as the contract has them, and their differences add up to the last less the first", () => {
    const counters = fc.array(fc.nat({ max: 1000 }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(counters, (steps) => {
        let total = 1;
        const rows = steps.map((step, minute) => {
          total += step;
          return at(minute, "A", total);
        });
        const captures = capturesOf(file(...rows));
        for (const capture of captures) waitCaptureSchema.parse(capture);
        const waited = captures
          .filter(({ since }) => since !== null)
          .reduce((sum, { waits }) => sum + (waits[0]?.waitMs ?? 0), 0);
        expect(waited).toBe(total - 1 - (steps[0] ?? 0));
      }),
    );
  });
});
