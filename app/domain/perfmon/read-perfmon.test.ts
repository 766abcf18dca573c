import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PerfmonReader } from "./read-perfmon.ts";
import { clock, header, row, tableOf } from "./testing/perfmon-files.ts";

const transactions = "\\\\SQLPROD01\\SQLServer:Databases(_Total)\\Transactions/sec";
const free = "\\\\SQLPROD01\\Memory\\Available MBytes";

const usual =
  header(transactions, free) +
  row("05/13/2024 22:00:00.120", " ", "8192") +
  row("05/13/2024 22:00:15.131", "1250.5", "8100") +
  row("05/13/2024 22:00:30.125", "980.25", "8050");

const messageOf = (...pieces: readonly string[]): string => {
  const reader = new PerfmonReader("night.csv");
  for (const piece of pieces) reader.push(piece);
  const table = reader.end();
  return table.ok ? "" : table.error.message;
};

describe("lines of a log", () => {
  const rows = usual.split("\r\n").filter((line) => line !== "");

  it.each(["\n", "\r\n", "\r\r\n", "\r"])("may end with %j, wherever a piece ends", (end) => {
    const text = rows.join(end) + end;
    for (let piece = 1; piece <= 100; piece++) {
      expect(tableOf(text, { piece })).toEqual(tableOf(usual));
    }
  });

  it("may end with returns among feeds", () => {
    expect(tableOf(`${rows.slice(0, 2).join("\r")}\r\n${rows.slice(2).join("\r")}\r`)).toEqual(
      tableOf(usual),
    );
  });
});

describe("a log as Perfmon writes it", () => {
  const table = tableOf(usual);

  it("has the local times of its rows", () => {
    expect([...table.timeMs]).toEqual([
      clock("2024-05-13T22:00:00.120"),
      clock("2024-05-13T22:00:15.131"),
      clock("2024-05-13T22:00:30.125"),
    ]);
    expect(table).toMatchObject({ rows: 3, samplesPerRow: 1, lines: 4, unrecognised: 0 });
  });

  it("has a column for each counter, blank where the file is", () => {
    expect(table.columns.map(({ path }) => path)).toEqual([transactions, free]);
    expect([...(table.columns[0]?.values ?? [])]).toEqual([Number.NaN, 1250.5, 980.25]);
    expect(table.columns[0]).toMatchObject({
      host: "SQLPROD01",
      object: "SQLServer:Databases",
      instance: "_Total",
      counter: "Transactions/sec",
      unit: "/s",
      samples: 2,
      minimum: 980.25,
      mean: 1115.375,
      maximum: 1250.5,
    });
  });

  it("tells the zone, and the offset of local time from UTC", () => {
    expect(table).toMatchObject({
      zone: "Central European Daylight Time",
      utcOffsetMinutes: 120,
      host: "SQLPROD01",
    });
  });

  it("needs no note", () => {
    expect(table.notes).toEqual([]);
  });

  it("is the same whatever the pieces that it is read in", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: usual.length }), (piece) => {
        expect(tableOf(usual, { piece })).toEqual(table);
      }),
    );
  });
});

describe("the header", () => {
  const zoneOf = (cell: string) => {
    const { zone, utcOffsetMinutes } = tableOf(
      row(cell, free) + row("05/13/2024 22:00:00.000", "1"),
    );
    return [zone, utcOffsetMinutes];
  };

  it("is read in all states of its zone", () => {
    expect(zoneOf("(PDH-CSV 4.0) (Eastern Daylight Time)(240)")).toEqual([
      "Eastern Daylight Time",
      -240,
    ]);
    expect(zoneOf("(PDH-CSV 4.0) (India Standard Time)(-330)")).toEqual([
      "India Standard Time",
      330,
    ]);
    expect(zoneOf("(PDH-CSV 4.0) (RTZ 2 (зима))(-180)")).toEqual(["RTZ 2 (зима)", 180]);
    expect(zoneOf("(PDH-CSV 4.0) (RTZ 2 (")).toEqual(["RTZ 2 (", null]);
    expect(zoneOf("(PDH-CSV 4.0) (Maroc (heure d")).toEqual(["Maroc (heure d", null]);
    expect(zoneOf("(PDH-CSV 4.0) (Coordinated Universal Time)(0)")).toEqual([
      "Coordinated Universal Time",
      0,
    ]);
    expect(zoneOf("(PDH-CSV 4.0) (Engine Time)(99999)")[1]).toBeNull();
    expect(zoneOf("(PDH-CSV 4.0)")).toEqual([null, null]);
  });

  it("may come after the output of a console", () => {
    const table = tableOf(`\r\nC:\\> typeperf -cf counters.txt\r\n${usual}`);
    expect(table).toMatchObject({ rows: 3, unrecognised: 1 });
    expect(table.notes[0]).toContain('line 2: "C:\\> typeperf');
  });

  it("may have lost its signature, its quotes and its byte order mark", () => {
    const table = tableOf(`\uFEFFTime,${free}\n05/13/2024 22:00:00.000,4096\n`);
    expect([...(table.columns[0]?.values ?? [])]).toEqual([4096]);
  });

  it("may name one counter twice, and cells that are none", () => {
    const table = tableOf(
      header(free, free, "comment") + row("05/13/2024 22:00:00.000", "1", "2", "x"),
    );
    expect(table.columns.map(({ path, values }) => [path, values[0]])).toEqual([
      [free, 1],
      [`${free} (2)`, 2],
    ]);
  });

  it("is matched by name where it comes again, as in logs that were joined", () => {
    const other = header(free, transactions) + row("05/13/2024 22:00:45.000", "8000", "700");
    const table = tableOf(usual + other);
    expect([...(table.columns[0]?.values ?? [])].slice(-2)).toEqual([980.25, 700]);
    expect([...(table.columns[1]?.values ?? [])].slice(-2)).toEqual([8050, 8000]);
    expect(table.notes).toEqual([
      "A header is repeated in line 5: logs were joined. Counters are matched by name.",
    ]);
  });

  it("adds counters that come later, without values before", () => {
    const added = "\\\\SQLPROD01\\Memory\\Pages/sec";
    const table = tableOf(usual + header(added) + row("05/13/2024 22:00:45.000", "12"));
    expect([...(table.columns[2]?.values ?? [])]).toEqual([NaN, NaN, NaN, 12]);
  });
});

describe("separators and decimal commas", () => {
  const valuesOf = (text: string) => [...(tableOf(text).columns[0]?.values ?? [])];

  it("may be tabs", () => {
    const text = `"(PDH-TSV 4.0) (Eastern Daylight Time)(240)"\t"${free}"\n"05/13/2024 22:00:00.000"\t"8192.5"\n`;
    expect(valuesOf(text)).toEqual([8192.5]);
  });

  it("may be semicolons, with decimal commas and dates with points", () => {
    const text = `(PDH-CSV 4.0) (Mitteleuropäische Sommerzeit)(-120);${free}\r\n13.05.2024 22:00:00,250;8192,75\r\n13.05.2024 22:00:15;1.024,5\r\n`;
    expect(valuesOf(text)).toEqual([8192.75, 1024.5]);
    const { timeMs, notes } = tableOf(text);
    expect(timeMs[0]).toBe(clock("2024-05-13T22:00:00.250"));
    expect(notes).toEqual(["Dates are read as day, month, year: line 2 cannot be read otherwise."]);
  });

  it("of thousands, as a spreadsheet saves them, are told from decimal ones by the whole log", () => {
    const rowsOf = (...cells: readonly string[]) =>
      cells.map((cell, second) => row(`05/13/2024 22:00:0${second}.000`, cell)).join("");
    const read = (...cells: readonly string[]) => valuesOf(header(free) + rowsOf(...cells));
    expect(read("999", "1,234", "1,234,567", "12,345.5", "1.250")).toEqual([
      999, 1234, 1_234_567, 12_345.5, 1.25,
    ]);
    expect(read("1,234", "999", "2.5")).toEqual([1234, 999, 2.5]);
    // A localised program's.
    expect(read("1,234", "1,25", "0,125", "1.234")).toEqual([1.234, 1.25, 0.125, 1234]);
    expect(read("999", "1,234")).toEqual([999, 1234]);
    const saved = (...cells: readonly string[]) =>
      valuesOf(
        `(PDH-CSV 4.0) (Mitteleuropäische Sommerzeit)(-120);${free}\n${cells
          .map((cell, second) => `13.05.2024 22:00:0${second};${cell}\n`)
          .join("")}`,
      );
    expect(saved("1.234", "2,5")).toEqual([1234, 2.5]);
    expect(saved("1,234")).toEqual([1.234]);
  });

  it("keep the numbers of their lines while rows are held", () => {
    const rows = [
      row("05/13/2024 22:00:00.000", "1,234"),
      "a note\n",
      row("05/13/2024 22:00:01.000", "x"),
    ];
    const { notes } = tableOf(header(free) + rows.join(""));
    expect(notes.join(" ")).toContain("line 4");
  });

  it("do not end a quoted cell", () => {
    const named = "\\\\SQLPROD01\\Network Interface(Intel[R] Ethernet, 10G)\\Bytes Total/sec";
    const table = tableOf(header(named) + row("05/13/2024 22:00:00.000", "12,5"));
    expect(table.columns[0]).toMatchObject({ instance: "Intel[R] Ethernet, 10G", unit: "bytes/s" });
    expect(table.columns[0]?.values[0]).toBe(12.5);
  });
});

describe("values", () => {
  const valuesOf = (...cells: readonly string[]) => {
    const rows = cells.map((cell, second) => row(`05/13/2024 22:00:0${second}.000`, cell));
    const { columns, notes } = tableOf(header(free) + rows.join(""));
    return { values: [...(columns[0]?.values ?? [])], notes };
  };

  it("have all forms of a number", () => {
    const { values } = valuesOf(
      "0",
      "-2.5",
      "1e3",
      " 7 ",
      "1,234.5",
      ".5",
      "0.0000000000000000000000001",
    );
    expect(values).toEqual([0, -2.5, 1000, 7, 1234.5, 0.5, 1e-25]);
    expect(valuesOf("12345678901234567890", "1,234,567").values).toEqual([
      1.2345678901234567e19, 1234567,
    ]);
  });

  it("are as exact as a chart can show, with as many digits as Perfmon writes", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e15, noNaN: true }), (number) => {
        const [value = 0] = valuesOf(number.toPrecision(17)).values;
        expect(Math.abs(value - number)).toBeLessThanOrEqual(number * 1e-14);
      }),
    );
  });

  it("are missing where a sample failed", () => {
    const { values, notes } = valuesOf("-1", " ", "", "5");
    expect(values).toEqual([NaN, NaN, NaN, 5]);
    expect(notes).toEqual([
      "1 value of -1 is taken as missing: that is how a failed sample is written.",
    ]);
  });

  it("are missing where they are no numbers, which is told", () => {
    const { values, notes } = valuesOf("1.#QNAN", "n/a", "7.06e", "5", "1".repeat(100));
    expect(values).toEqual([NaN, NaN, NaN, 5, NaN]);
    expect(notes).toEqual(["4 values are no numbers, the first in line 2; left blank."]);
  });
});

describe("damage", () => {
  it("ends the file with the words of the tool", () => {
    const table = tableOf(
      `${usual}\r\nExiting, please wait...                         \r\nThe command completed successfully.\r\n`,
    );
    expect(table).toMatchObject({ rows: 3, unrecognised: 2 });
    expect(table.notes).toEqual([
      '2 lines are neither header nor sample; the first is line 6: "Exiting, please wait...".',
    ]);
  });

  it("leaves blank what a row lacks, and out what it has too much", () => {
    const table = tableOf(
      usual + row("05/13/2024 22:00:45.000", "5") + row("05/13/2024 22:01:00.000", "6", "7", "8"),
    );
    expect([...(table.columns[1]?.values ?? [])].slice(3)).toEqual([NaN, 7]);
    expect(table.notes).toEqual([
      "2 rows have more or fewer values than there are counters, the first in line 5, where the header names 2. Missing ones are left blank, surplus ones left out.",
    ]);
  });

  it("takes no value whose last digits may be cut off", () => {
    const table = tableOf(`${usual}"05/13/2024 22:00:45.000","12`);
    expect(table.rows).toBe(4);
    expect(table.columns[0]?.values[3]).toBeNaN();
    expect(table.notes).toEqual([
      "The file breaks off in line 5, after 0 values; what it has is used.",
    ]);
    const whole = tableOf(`${usual}"05/13/2024 22:00:45.000","12","13"`);
    expect(whole.columns.map(({ values }) => values[3])).toEqual([12, 13]);
    expect(whole.notes).toEqual([]);
  });

  it("may leave a time and nothing else", () => {
    expect(tableOf(`${usual}"05/13/2024 22:0`)).toMatchObject({ rows: 3, unrecognised: 1 });
    expect(tableOf(`${usual}"05/13/2024 22:00:45"`)).toMatchObject({ rows: 3, unrecognised: 1 });
  });

  it("of quotes stays in its line", () => {
    const table = tableOf(
      `${usual}"05/13/2024 22:00:45.000","12,"13\r\n${row("05/13/2024 22:01:00.000", "1", "2")}`,
    );
    expect(table.rows).toBe(5);
    expect(table.columns.map(({ values }) => values[4])).toEqual([1, 2]);
  });
});

describe("a very large log", () => {
  const lines = Array.from({ length: 1000 }, (_, second) => {
    const time = new Date(clock("2024-05-13T00:00:00") + second * 1000).toISOString();
    return row(`05/13/2024 ${time.slice(11, 23)}`, String(second), second === 999 ? "7" : " ");
  });
  const table = tableOf(header(free, transactions) + lines.join(""), { maxValues: 256 });

  it("is held at a lower resolution", () => {
    expect(table).toMatchObject({ rows: 1000, samplesPerRow: 8 });
    expect(table.timeMs).toHaveLength(125);
    expect(table.columns[0]?.values[0]).toBe(3.5);
    expect(table.columns[0]?.values[124]).toBe(995.5);
    expect(table.columns[1]?.values[124]).toBe(7);
    expect(table.timeMs[0]).toBe(clock("2024-05-13T00:00:07"));
  });

  it("keeps the figures of every sample", () => {
    expect(table.columns[0]).toMatchObject({
      samples: 1000,
      minimum: 0,
      mean: 499.5,
      maximum: 999,
    });
    expect(table.notes.at(-1)).toContain("8 samples each are averaged");
  });

  it("has at most 20,000 counters", () => {
    const names = Array.from({ length: 20_002 }, (_, at) => `\\\\S\\Process(p${at})\\Threads`);
    const { columns, notes } = tableOf(header(...names) + row("05/13/2024 22:00:00.000", "1"));
    expect(columns).toHaveLength(20_000);
    expect(notes.at(-1)).toContain("The header names 2 counters more than the 20000 that are read");
  });

  it("has a row of fewer samples at its end", () => {
    const shorter = tableOf(header(free) + lines.slice(0, 131).join(""), { maxValues: 1 });
    expect(shorter.samplesPerRow).toBe(4);
    expect(shorter.timeMs).toHaveLength(33);
    expect(shorter.columns[0]?.values[32]).toBe((128 + 129 + 130) / 3);
  });
});

describe("a file that is none of Perfmon", () => {
  it("is refused with what was expected", () => {
    const message = messageOf("2024-05-13 22:00:00.12 spid51  Starting up database 'sales'.\r\n");
    expect(message).toContain('"(PDH-CSV 4.0)"');
    expect(message).toContain("relog FILE.blg -f csv -o FILE.csv");
    expect(messageOf("")).toContain("night.csv: is no Perfmon log");
  });

  it("is refused soon", () => {
    const reader = new PerfmonReader("night.csv");
    expect(reader.push("something else\n".repeat(50))).toMatchObject({ ok: false });
    expect(reader.push(usual)).toMatchObject({ ok: false });
    expect(reader.end()).toMatchObject({ ok: false });
  });

  it("is refused for a header without counters, or without samples", () => {
    const message = messageOf(row("(PDH-CSV 4.0) (UTC)(0)", "a"));
    expect(message).toContain("has the header of a Perfmon log, but it names no counter");
    expect(message).not.toContain("Expected is a header");
    expect(messageOf(header(free))).toContain("no sample follows");
  });

  it("is never a crash", () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        usual,
        header(free),
        '"',
        ",",
        "\r\n",
        "\0",
        '"05/13/2024 22:00:00.000",',
        "(PDH-CSV 4.0)",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const reader = new PerfmonReader("night.csv");
        for (const text of pieces) reader.push(text);
        const table = reader.end();
        if (!table.ok) return;
        const { timeMs, columns } = table.value;
        for (let at = 1; at < timeMs.length; ++at) {
          expect(timeMs[at]).toBeGreaterThan(timeMs[at - 1] ?? 0);
        }
        for (const { values } of columns) expect(values).toHaveLength(timeMs.length);
      }),
      { numRuns: 300 },
    );
  });

  it("takes time in proportion to its size, in one line too", () => {
    // Millions of characters: quadratic work in them would take hours.
    const reader = new PerfmonReader("night.csv");
    reader.push(header(free));
    for (let piece = 0; piece < 50; ++piece) reader.push('"a,'.repeat(17_000));
    expect(reader.end()).toMatchObject({ ok: false });
    expect(tableOf(`${usual}"05/13/2024 22:00:45.000",${'"a,'.repeat(800_000)}`).rows).toBe(4);
  });

  it("has lines that are too long for any log", () => {
    const reader = new PerfmonReader("night.csv");
    reader.push(header(free));
    const piece = "x".repeat(2 ** 20);
    for (let pieces = 0; pieces < 64; ++pieces) reader.push(piece);
    expect(reader.push(piece)).toMatchObject({ ok: false });
    const table = reader.end();
    expect(table.ok ? "" : table.error.message).toContain("line 2 is longer than 64 MiB");
  });
});
