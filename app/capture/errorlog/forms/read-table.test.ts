import { describe, expect, it } from "vitest";
import { readForm } from "./read-form.ts";
import { readingOf, shown } from "./testing/shown-records.ts";

const viewer = (...rows: string[]): string =>
  ["Date,Source,Severity,Message", ...rows, ""].join("\r\n");
const row = (date: string, message = "x"): string => `${date} 10:00:00,spid51,Unknown,${message}`;
const timesOf = (text: string): string[] => shown(text).map(([time]) => time.slice(0, 10));

describe("dates of an export", () => {
  it("have the day where a number is above 12", () => {
    expect(timesOf(viewer(row("03/14/2021"), row("03/04/2021")))).toEqual([
      "2021-03-14",
      "2021-03-04",
    ]);
    expect(timesOf(viewer(row("14/03/2021"), row("04/03/2021")))).toEqual([
      "2021-03-14",
      "2021-03-04",
    ]);
  });

  it("have the year first where the first number is one", () => {
    expect(timesOf(viewer(row("2021-03-04")))).toEqual(["2021-03-04"]);
    expect(timesOf(viewer(row("2021/03/04")))).toEqual(["2021-03-04"]);
  });

  it("are read as is customary for their separator where nothing tells more", () => {
    const month = readingOf(viewer(row("03/04/2021")));
    expect(month.notes[0]).toMatch(/month first/);
    expect(timesOf(viewer(row("03.04.2021")))).toEqual(["2021-04-03"]);
    expect(readingOf(viewer(row("04/04/2021"))).notes.join()).not.toMatch(/first\./);
  });

  it("that contradict each other leave rows without a time, and say so", () => {
    const text = viewer(row("14/03/2021"), row("03/14/2021"));
    expect(shown(text).map(([time]) => time)).toEqual(["-", "2021-03-14T10:00:00.000"]);
    expect(readingOf(text).notes[0]).toMatch(/contradict/);
  });

  it("may have two digits of the year, and none that a calendar lacks", () => {
    expect(timesOf(viewer(row("3/14/21")))).toEqual(["2021-03-14"]);
    expect(timesOf(viewer(row("2021-02-30")))).toEqual(["-"]);
  });

  it("have hours of half a day only from 1 to 12", () => {
    const at = (time: string) => `3/14/2021 ${time},spid51,Unknown,x`;
    expect(
      shown(viewer(at("12:00:00 AM"), at("12:00:00 pm"), at("1:05 p.m."))).map(([t]) => t),
    ).toEqual(["2021-03-14T00:00:00.000", "2021-03-14T12:00:00.000", "2021-03-14T13:05:00.000"]);
    expect(readForm(viewer(at("13:00:00 PM")))).toBeNull();
    expect(readForm(viewer(at("25:00:00")))).toBeNull();
  });
});

describe("cells of an export", () => {
  it("keep commas, quotes and lines of a quoted message", () => {
    const text = viewer(row("2021-03-04", '"a, ""b"""'), row("2021-03-04", '"c\n\td"'));
    expect(shown(text).map(([, , message]) => message)).toEqual(['a, "b"', "c\n\td"]);
  });

  it("keep a quote that does not close", () => {
    const text = viewer(row("2021-03-04", '"a'), row("2021-03-04", '"b" failed'));
    expect(shown(text).map(([, , message]) => message)).toEqual(['"a', '"b" failed']);
  });

  it("may all be quoted", () => {
    const text = viewer('"3/14/2021 10:00:00","spid51","Unknown","a, b"');
    expect(shown(text)).toEqual([["2021-03-14T10:00:00.000", "spid51", "a, b"]]);
  });

  it("lose as many empty columns as the header has behind the message", () => {
    const text = `Date,Source,Severity,Message,Log ID,Process ID\n${row("2021-03-04", "a,,,,")}\n`;
    expect(shown(text)[0]?.[2]).toBe("a,,");
  });

  it("lose several empty columns without a header, and keep a single comma", () => {
    expect(shown(row("2021-03-04", "a,,,"))[0]?.[2]).toBe("a");
    expect(shown(row("2021-03-04", "a,"))[0]?.[2]).toBe("a,");
  });

  it("may be missing", () => {
    expect(shown(viewer("2021-03-04 10:00:00,spid51"))).toEqual([
      ["2021-03-04T10:00:00.000", "spid51", ""],
    ]);
  });
});

describe("a printed grid", () => {
  const header = [
    "LogDate                 ProcessInfo  Text",
    "----------------------- ------------ --------------------",
  ];
  const time = "2021-03-04 10:00:00.120";

  it("has its columns where the rule has them", () => {
    const text = [...header, `${time} Inicio sesi  a b`, `${time} spid51 short`].join("\n");
    expect(shown(text).map(([, source, message]) => [source, message])).toEqual([
      ["Inicio sesi", "a b"],
      ["spid51", "short"],
    ]);
  });

  it("may hold several results, each with header and count", () => {
    const result = [...header, `${time} spid51       a`, "", "(1 row(s) affected)", ""];
    const text = [...result, ...result, ""].join("\n");
    expect(shown(text).map(([, , message]) => message)).toEqual(["a", "a"]);
    expect(readingOf(text).records.map(({ line }) => line)).toEqual([3, 9]);
  });

  describe("whose lines the screen has cut", () => {
    const flush =
      "FlushCache: cleaned up 192890 bufs with 14531 writes in 9760 ms (avoided 0 new dirty bufs) for db 5:0";
    const own = "first line\nsecond line";
    const wide = 130;
    /** A table in the form that sqlcmd prints, with the blanks that fill each column. */
    const printed = (width: number, trimmed: boolean): string =>
      [
        "LogDate                 ProcessInfo  Text".padEnd(37 + wide),
        `${"-".repeat(23)} ${"-".repeat(12)} ${"-".repeat(wide)}`,
        `${time} spid51       ${flush.padEnd(wide)}`,
        `${time} spid52       ${own.padEnd(wide)}`,
        `${time} spid53       ${"x".repeat(wide)}`,
      ]
        .flatMap((line) => line.split("\n"))
        .flatMap((line) => line.match(new RegExp(`.{1,${width}}`, "g")) ?? [])
        .map((line) => (trimmed ? line.trimEnd() : line))
        .join("\n");

    it.each([60, 80, 100, 150])("at %i characters has its messages whole", (width) => {
      const text = printed(width, false);
      expect(shown(text).map(([, , message]) => message)).toEqual([flush, own, "x".repeat(wide)]);
      const [joined, full] = readingOf(text).notes;
      expect(joined).toMatch(new RegExp(`^Lines were cut at ${width} characters`));
      expect(full).toMatch(/^1 message fills its column of 130 characters and may have lost/);
    });

    it("has them whole where an editor took blanks away that are not theirs", () => {
      const messages = shown(printed(80, true)).map(([, , message]) => message);
      expect(messages).toEqual([flush, own, "x".repeat(wide)]);
    });

    it("has them whole without a rule at the usual width", () => {
      const text = printed(80, true).replace(/^-.*\n/gm, "");
      expect(shown(text)[0]).toEqual(["2021-03-04T10:00:00.120", "spid51", flush]);
    });
  });

  it("may have no rule", () => {
    const text = [header[0], `${time} spid51       a b`].join("\n");
    expect(shown(text)).toEqual([["2021-03-04T10:00:00.120", "spid51", "a b"]]);
  });
});

describe("no table of log records", () => {
  it.each([
    ["the product's own file", "2021-03-04 10:00:00.12 spid51      x\n"],
    ["samples of counters", '"03/04/2021 10:00:00.123","0.5","1.2"\n'],
    ["the log of another program", "2021-03-04 10:00:00,123 INFO main - started\n"],
    ["another program's table", "2021-03-04 10:00:00,INFO,main,started\n"],
    ["a header alone", "LogDate,ProcessInfo,Text\n"],
    ["columns of other names", "Date,Level,Logger,Message\n2021-03-04 10:00:00,INFO,main,x\n"],
    ["a header too long to be one", `${"x,".repeat(300)}Date,Source,Severity,Message\n`],
  ])("%s", (_what, text) => {
    expect(readForm(text)).toBeNull();
  });
});
