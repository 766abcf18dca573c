import { describe, expect, it } from "vitest";
import { readForm } from "./read-form.ts";
import { readingOf, shown } from "./testing/shown-records.ts";

const header = "Error: 49946, Severity: 16, State: 1.";
const known =
  "Recovery is complete. This is an informational message only. No user action is required.";

describe("messages cut from a page", () => {
  it("are records where they are known, or begin with a source", () => {
    const text = ["They say:", known, "spid51 what I typed", "Server \tpadded", "Server is down"];
    expect(shown(text.join("\n"))).toEqual([
      ["-", "", known],
      ["-", "spid51", "what I typed"],
    ]);
    expect(shown(`${known}\nServer      padded\n`)[1]).toEqual(["-", "Server", "padded"]);
  });

  it("take the line behind an error's header as its text", () => {
    expect(shown(`${header}\nInternal error occurred.\nThanks for any help\n`)).toEqual([
      ["-", "", header],
      ["-", "", "Internal error occurred."],
    ]);
  });

  it("go on with lines that are indented further", () => {
    const text = `  ${known}\n      and more\n  not this\n`;
    expect(shown(text)).toEqual([["-", "", `${known}\nand more`]]);
  });

  it("may be quoted and have times; then they go on up to a blank line", () => {
    const time = "2021-03-04 10:00:00.00";
    const text = `> > ${time} spid51      a\n> > b\n>\n> > c\n`;
    expect(shown(text)).toEqual([["2021-03-04T10:00:00.000", "spid51", "a\nb"]]);
  });

  it("say how many have no time", () => {
    const text = `> 2021-03-04 10:00:00.00 spid51      a\n\n> ${known}\n`;
    expect(readingOf(text).notes).toEqual([
      "Messages without a time, in no phase and on no chart: 1.",
    ]);
  });

  it("have to be more than a line in ten", () => {
    const prose = Array.from({ length: 10 }, () => "It was a dark and stormy night.").join("\n");
    expect(readForm(`${prose}\n${known}\n`)).toBeNull();
    expect(readForm(`${prose}\n${known}\n${known}\n`)?.form).toBe("bare");
  });

  it("are not looked for where the product's own lines are", () => {
    expect(readForm(`${known}\n2021-03-04 10:00:00.00 spid51      a\n`)).toBeNull();
  });
});
