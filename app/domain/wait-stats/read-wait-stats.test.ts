import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksLikeWaitStats } from "./looks-like-wait-stats.ts";
import { readWaitStats, type WaitStatsReading } from "./read-wait-stats.ts";

function readingOf(text: string): WaitStatsReading {
  const reading = readWaitStats(text, "waits.csv");
  if (!reading.ok) throw new Error(reading.error.message);
  return reading.value;
}

/** Type, tasks, wait, max and signal of each row of each capture. */
const rowsOf = (text: string) =>
  readingOf(text).captures.map(({ rows }) =>
    rows.map((row) => [row.waitType, row.tasks, row.waitMs, row.maxWaitMs, row.signalMs]),
  );

const names = "wait_type,waiting_tasks_count,wait_time_ms,max_wait_time_ms,signal_wait_time_ms";
const usual = [
  ["WRITELOG", 1200, 45000, 310, 900],
  ["PAGEIOLATCH_SH", 50, 2000, 120, 5],
];

describe("a result of the view", () => {
  it("is read as CSV", () => {
    const text = `${names}\r\nWRITELOG,1200,45000,310,900\r\nPAGEIOLATCH_SH,50,2000,120,5\r\n`;
    expect(rowsOf(text)).toEqual([usual]);
    expect(readingOf(text)).toMatchObject({
      name: "waits.csv",
      lines: 3,
      rows: 2,
      unrecognised: 0,
      selected: false,
      host: null,
      notes: [],
    });
  });

  it("is read as a copied grid, and with semicolons or bars", () => {
    const as = (separator: string) =>
      `${names}\nWRITELOG,1200,45000,310,900\nPAGEIOLATCH_SH,50,2000,120,5`.replaceAll(
        ",",
        separator,
      );
    for (const separator of ["\t", ";", " | "]) expect(rowsOf(as(separator))).toEqual([usual]);
    const table = `| wait_type | wait_time_ms |\n|---|---:|\n| WRITELOG | 45000 |\n`;
    expect(rowsOf(table)).toEqual([[["WRITELOG", 0, 45000, null, null]]]);
  });

  it.each(["**WRITELOG**", "*WRITELOG*", "__WRITELOG__", "`WRITELOG`", "***WRITELOG***"])(
    "is read with the emphasis of Markdown: %s",
    (name) => {
      const table = `| **wait_type** | wait\\_time\\_ms |\n|---|---:|\n| ${name} | **45000** |\n| LCK\\_M\\_X | 10 |\n`;
      expect(rowsOf(table)).toEqual([
        [
          ["WRITELOG", 0, 45000, null, null],
          ["LCK_M_X", 0, 10, null, null],
        ],
      ]);
    },
  );

  it("has its columns in any order, case and spelling, among others", () => {
    const text =
      '"Server","Wait Time (ms)","[WAIT_TYPE]","help, url","Waiting Tasks"\n"SQLPROD01","45000","WRITELOG","a ""b"", c\nd","1200"\n';
    expect(rowsOf(text)).toEqual([[["WRITELOG", 1200, 45000, null, null]]]);
    expect(readingOf(text)).toMatchObject({ host: "SQLPROD01", unrecognised: 0 });
  });

  it("may have lost its header", () => {
    const text = "WRITELOG\t1200\t45000\t310\t900\nPAGEIOLATCH_SH\t50\t2000\t120\t5\n";
    expect(rowsOf(text)).toEqual([usual]);
    expect(readingOf(text).notes[0]).toContain("There is no header");
    expect(rowsOf("WRITELOG  1200 45000   310 900\nPAGEIOLATCH_SH 50 2000 120 5")).toEqual([usual]);
  });

  it("may be pasted with single blanks between", () => {
    const text = `${names.replaceAll(",", " ")}\nWRITELOG 1200 45000 310 900\nPAGEIOLATCH_SH 50 2000 120 5`;
    expect(rowsOf(text)).toEqual([usual]);
  });

  it("may lack a value", () => {
    const text = `${names}\nWRITELOG,NULL,45000,,-\nSOS_SCHEDULER_YIELD,5,NULL,1,1\nCXPACKET,5,soon,1,1\n`;
    expect(rowsOf(text)).toEqual([[["WRITELOG", 0, 45000, null, null]]]);
    expect(readingOf(text)).toMatchObject({
      unrecognised: 2,
      notes: ["2 rows have no number for the time of the waits, the first in line 3; left out."],
    });
  });

  it("tells rows that are none", () => {
    expect(readingOf(`${names}\nWRITELOG,1,2,3,4\n,1,2,3,4\n12,1,2,3,4\n`).unrecognised).toBe(2);
  });

  it("keeps the rows after a quote that nothing closes", () => {
    expect(
      rowsOf(`${names}\nWRITELOG,1200,45000,310,900\n"PAGEIOLATCH_SH,50,2000,120,5\n`)[0],
    ).toHaveLength(1);
    expect(
      rowsOf(`${names},note\nWRITELOG,1200,45000,310,900,"x\nPAGEIOLATCH_SH,50,2000,120,5,y\n`),
    ).toEqual([usual]);
  });
});

describe("negative numbers", () => {
  it("are left out with a note, the row with them where the wait is one", () => {
    const text = `${names}\nWRITELOG,1200,-45000,310,900\nPAGEIOLATCH_SH,50,2000,-120,-5\n`;
    expect(rowsOf(text)).toEqual([[["PAGEIOLATCH_SH", 50, 2000, null, null]]]);
    expect(readingOf(text)).toMatchObject({
      unrecognised: 1,
      notes: [expect.stringMatching(/^2 rows have a negative number .* the first in line 2;/)],
    });
  });

  it("are none where a script's rounding made them", () => {
    const text = "WaitType,Wait_S,Resource_S\nWRITELOG,1.23,1.24\nLOCK_M,1.00,2.00\n";
    expect(rowsOf(text)).toEqual([
      [
        ["WRITELOG", 0, 1230, null, 0],
        ["LOCK_M", 0, 1000, null, null],
      ],
    ]);
    expect(readingOf(text).notes.join()).toMatch(/1 row has a negative number .* line 3;/);
  });
});

describe("what sqlcmd prints", () => {
  const padded = [
    "1> select * from sys.dm_os_wait_stats",
    "wait_type                      waiting_tasks_count  wait_time_ms         max_wait_time_ms     signal_wait_time_ms ",
    "------------------------------ -------------------- -------------------- -------------------- --------------------",
    "WRITELOG                                       1200                45000                  310                  900",
    "PAGEIOLATCH_SH                                   50                 2000                  120                    5",
    "",
    "(2 rows affected)",
    "",
  ];

  it("is read by the rule under its header", () => {
    expect(rowsOf(padded.join("\r\n"))).toEqual([usual]);
    expect(readingOf(padded.join("\r\n")).unrecognised).toBe(0);
  });

  it("is read when its lines are wrapped", () => {
    const wrapped = [
      "wait_type                                                    waiting_tasks_count ",
      " wait_time_ms         max_wait_time_ms     signal_wait_time_ms ",
      "------------------------------------------------------------ --------------------",
      " -------------------- -------------------- --------------------",
      "WRITELOG                                                                     1200",
      "                45000                  310                  900",
      "PAGEIOLATCH_SH                                                                 50",
      "                 2000                  120                    5",
      "",
      "(2 rows affected)",
    ];
    expect(rowsOf(wrapped.join("\n"))).toEqual([usual]);
  });

  /** Lines that a screen of that width has cut, anywhere; `trimmed`: in the form that editors save. */
  const wrappedAt = (width: number, trimmed: boolean): string =>
    padded
      .slice(1, 5)
      .flatMap((line) => line.match(new RegExp(`.{1,${width}}`, "g")) ?? [])
      .map((line) => (trimmed ? line.trimEnd() : line))
      .join("\n");

  it("gives its values wherever its lines are cut, or says what it could not read", () => {
    for (let width = 40; width <= 120; width++) {
      expect([width, rowsOf(wrappedAt(width, false))]).toEqual([width, [usual]]);
      const saved = readWaitStats(wrappedAt(width, true), "waits.txt");
      if (!saved.ok) continue;
      const { captures, unrecognised } = saved.value;
      for (const { waitType, tasks, waitMs, maxWaitMs, signalMs } of captures[0]?.rows ?? []) {
        expect(usual).toContainEqual([waitType, tasks, waitMs, maxWaitMs, signalMs]);
      }
      expect((captures[0]?.rows.length ?? 0) + unrecognised).toBe(2);
    }
  });

  it("is read without its padding", () => {
    const packed = padded.slice(1, 5).map((line) => line.trim().replaceAll(/ +/g, " "));
    packed[1] = names.replaceAll(/\w+/g, (name) => "-".repeat(name.length)).replaceAll(",", " ");
    expect(rowsOf(packed.join("\n"))).toEqual([usual]);
  });

  it("says which rows do not stand under their columns", () => {
    const text = [
      ...padded.slice(1, 4),
      `${padded[4]?.slice(0, 30)} 7 8${padded[4]?.slice(30)}`,
    ].join("\n");
    expect(rowsOf(text)).toEqual([usual.slice(0, 1)]);
    expect(readingOf(text)).toMatchObject({
      unrecognised: 1,
      notes: [expect.stringMatching(/^1 row does not stand under .* in line 4; left out/)],
    });
  });

  it("may have several results, each with the time printed before it", () => {
    const text = [
      "2024-05-13 22:00:00.000",
      ...padded.slice(1),
      "2024-05-13 22:15:00.000",
      "",
      ...padded.slice(1),
    ].join("\n");
    const { captures } = readingOf(text);
    expect(captures.map(({ timeMs }) => timeMs)).toEqual([
      Date.UTC(2024, 4, 13, 22, 0),
      Date.UTC(2024, 4, 13, 22, 15),
    ]);
    expect(captures.map(({ rows }) => rows.length)).toEqual([2, 2]);
  });

  it("may have a header right after the rows of another table", () => {
    const text = [...padded.slice(1, 5), ...padded.slice(1, 4)].join("\n");
    expect(readingOf(text).captures.map(({ rows }) => rows.length)).toEqual([2, 1]);
  });

  it("may have a column of times, with blanks in it", () => {
    const text = [
      "capture_time            wait_type       wait_time_ms",
      "----------------------- --------------- ------------",
      "2024-05-13 22:00:00.250 WRITELOG               45000",
    ].join("\n");
    expect(rowsOf(text)).toEqual([[["WRITELOG", 0, 45000, null, null]]]);
    expect(readingOf(text).captures[0]?.timeMs).toBe(Date.UTC(2024, 4, 13, 22, 0, 0, 250));
  });

  it("may be separated by commas", () => {
    const text = `wait_type   ,wait_time_ms\n------------,------------\nWRITELOG    ,       45000\n\n(1 rows affected)\n`;
    expect(rowsOf(text)).toEqual([[["WRITELOG", 0, 45000, null, null]]]);
    expect(readingOf(text).unrecognised).toBe(0);
  });

  it("may tell when it was completed", () => {
    const text = `${names.replaceAll(",", "\t")}\nWRITELOG\t1\t2\t3\t4\n\nCompletion time: 2024-05-13T22:00:00.1234567+02:00\n`;
    expect(readingOf(text)).toMatchObject({ unrecognised: 0, rows: 1 });
    expect(readingOf(text).captures[0]?.timeMs).toBe(Date.UTC(2024, 4, 13, 22, 0, 0, 123));
  });
});

describe("the well-known script over the view", () => {
  const head =
    "WaitType\tWait_S\tResource_S\tSignal_S\tWaitCount\tPercentage\tAvgWait_S\tAvgRes_S\tAvgSig_S";

  it("has seconds, and leaves types out", () => {
    const text = `${head}\nWRITELOG\t45.25\t44.35\t0.90\t1200\t71.20\t0.0377\t0.0370\t0.0008\n`;
    expect(rowsOf(text)).toEqual([[["WRITELOG", 1200, 45_250, null, 900]]]);
    expect(readingOf(text).selected).toBe(true);
    expect(readingOf(text).notes[0]).toContain("A script chose these waits");
  });

  it("may have decimal commas, and thousands", () => {
    const text =
      `${head}\nWRITELOG\t1.045,25\t1.044,35\t0,90\t12.000\t71,20\t0,0377\t0,0370\t0,0008\n`.replaceAll(
        "\t",
        ";",
      );
    expect(rowsOf(text)).toEqual([[["WRITELOG", 12_000, 1_045_250, null, 900]]]);
  });

  it("may have resource waits in place of signal waits", () => {
    expect(rowsOf("wait_type,wait_time_ms,resource_wait_time_ms\nWRITELOG,1000,900")).toEqual([
      [["WRITELOG", 0, 1000, null, 100]],
    ]);
  });
});

describe("numbers", () => {
  const waitOf = (...cells: readonly string[]) =>
    rowsOf(
      `wait_type;wait_time_ms\n${cells.map((cell, at) => `T${at};${cell}`).join("\n")}`,
    )[0]?.map(([, , wait]) => wait);

  it("of milliseconds are whole: separators are of thousands", () => {
    expect(waitOf("12.345")).toEqual([12_345]);
    expect(waitOf("12,345")).toEqual([12_345]);
    expect(waitOf("1.234.567", "12.345")).toEqual([1_234_567, 12_345]);
    expect(waitOf("1,234,567", "12,345", "5.5")).toEqual([1_234_567, 12_345, 5.5]);
    expect(waitOf("1 234 567", "1'234")).toEqual([1_234_567, 1234]);
  });

  it("have decimals where one of them shows which separator is theirs", () => {
    expect(waitOf("12.345", "0.5")).toEqual([12.345, 0.5]);
    expect(waitOf("12,345", "0,5")).toEqual([12.345, 0.5]);
    expect(waitOf("1.234,5", "12.345")).toEqual([1234.5, 12_345]);
    expect(waitOf("1,234.5")).toEqual([1234.5]);
    expect(waitOf("4.5E+06")).toEqual([4_500_000]);
  });

  it("of seconds have decimals where nothing tells", () => {
    expect(rowsOf("wait_type;wait_time_s\nWRITELOG;1,250")[0]?.[0]?.[2]).toBe(1250);
  });
});

describe("several captures in one file", () => {
  it("are told apart by a column of times, whatever its rows' order", () => {
    const text = [
      "collection_time,wait_type,wait_time_ms",
      "2024-05-13 22:15:00,WRITELOG,500",
      "2024-05-13 22:00:00,WRITELOG,100",
      "2024-05-13 22:15:00,CXPACKET,7",
      "2024-05-13 22:00:00,CXPACKET,5",
    ].join("\n");
    expect(rowsOf(text).map((rows) => rows.map(([type, , wait]) => [type, wait]))).toEqual([
      [
        ["WRITELOG", 100],
        ["CXPACKET", 5],
      ],
      [
        ["WRITELOG", 500],
        ["CXPACKET", 7],
      ],
    ]);
  });

  it("are told apart by servers", () => {
    const text =
      "server_name,capture_time,wait_type,wait_time_ms\nA,5/13/2024 10:00 PM,WRITELOG,1\nB,5/13/2024 10:00 PM,WRITELOG,2";
    expect(readingOf(text).captures.map(({ server, rows }) => [server, rows.length])).toEqual([
      ["A", 1],
      ["B", 1],
    ]);
  });

  it("are told apart by headers, and by types that repeat", () => {
    const block = `${names}\nWRITELOG,1,2,3,4\n`;
    expect(rowsOf(block + block)).toHaveLength(2);
    expect(
      rowsOf(`${block}WRITELOG,2,3,4,5\nCXPACKET,1,1,1,1\n`).map(({ length }) => length),
    ).toEqual([1, 2]);
  });

  it("of one time are told apart by types that repeat, which is told", () => {
    const text = "sample_time,wait_type,wait_time_ms\n2024-05-13,WRITELOG,1\n2024-05-13,WRITELOG,2";
    expect(readingOf(text).captures).toHaveLength(2);
    expect(readingOf(text).notes).toEqual([
      "Some times have several results; they are told apart by types that repeat.",
    ]);
  });

  it("read all their dates alike", () => {
    const text =
      "logdate;wait_type;wait_time_ms\n03.05.2024 22:00;WRITELOG;1\n13.05.2024 22:00;WRITELOG;2";
    const { captures, notes } = readingOf(text);
    expect(captures.map(({ timeMs }) => timeMs)).toEqual([
      Date.UTC(2024, 4, 3, 22),
      Date.UTC(2024, 4, 13, 22),
    ]);
    expect(notes).toEqual(["Dates are read as day, month, year: line 3 cannot be read otherwise."]);
  });

  it("keep a time that cannot be read as their name", () => {
    const text = "capture_time,wait_type,wait_time_ms\nbefore,WRITELOG,1\nafter,WRITELOG,2";
    expect(readingOf(text).captures.map(({ timeMs, timeText }) => [timeMs, timeText])).toEqual([
      [null, "before"],
      [null, "after"],
    ]);
  });
});

describe("a text that is none", () => {
  it("is refused with what was expected", () => {
    for (const text of ["", "hello", "wait_type,other\nWRITELOG,1", "x".repeat(1_000_000)]) {
      expect(looksLikeWaitStats(text)).toBe(false);
      const reading = readWaitStats(text, "waits.csv");
      expect(reading.ok ? "" : reading.error.message).toContain("wait_type and wait_time_ms");
    }
    const empty = readWaitStats(`${names}\n`, "waits.csv");
    expect(empty.ok ? "" : empty.error.message).toContain("has a header and no row of waits");
  });

  it("is told by its head", () => {
    expect(looksLikeWaitStats(`\uFEFF${names}\r\n`)).toBe(true);
    expect(looksLikeWaitStats("2024-05-13 22:00:00.12 spid51  wait_type, wait_time_ms")).toBe(
      false,
    );
    expect(looksLikeWaitStats('"(PDH-CSV 4.0) (UTC)(0)","\\\\S\\Memory\\Pages/sec"')).toBe(false);
  });

  it("is never a crash", () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        names,
        "\n",
        "\r\n",
        '"',
        ",",
        "\t",
        "WRITELOG,1,2,3,4\n",
        "----- ----\n",
        "(2 rows affected)",
        "2024-05-13 22:00:00",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const reading = readWaitStats(pieces.join(""), "waits.csv");
        if (!reading.ok) return;
        for (const { rows } of reading.value.captures) {
          for (const { waitMs } of rows) expect(Number.isFinite(waitMs)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("takes time in proportion to its size", () => {
    // Quadratic work in any of these would take far longer than a test may.
    expect(looksLikeWaitStats("a,".repeat(500_000))).toBe(false);
    expect(looksLikeWaitStats("-\n".repeat(100_000))).toBe(false);
    expect(rowsOf(`${names}\nWRITELOG,1,2,3,4\n${'"'.repeat(250_001)}`)[0]).toHaveLength(1);
    const ruled = `wait_type wait_time_ms\n--------- ------------\nWRITELOG            5\n`;
    expect(rowsOf(ruled + "- -\n".repeat(30_000))[0]).toHaveLength(1);
    expect(rowsOf(ruled + "WRITELOG 5 \n".repeat(5_000))).toHaveLength(5_001);
  });
});
