import { describe, expect, it } from "vitest";
import { readForm } from "./read-form.ts";
import { readingOf, shown } from "./testing/shown-records.ts";

const time = "2023-08-07 10:11:12.10";
const stamp = "2023-08-07T10:11:12.123456789Z";
const at = "2023-08-07T10:11:12.100";

describe("the console of a container", () => {
  it("continues a record only with lines of its own container", () => {
    const text = [
      `db-1 | ${time} spid51      a`,
      "db-1 | \tb",
      "web-1 | GET /",
      "db-1 | \tlost",
      `db-1 | ${time} spid51      c`,
    ].join("\n");
    expect(shown(text)).toEqual([
      [at, "spid51", "a\n\tb"],
      [at, "spid51", "c"],
    ]);
  });

  it("joins a line that the runtime cut, more than once too", () => {
    const part = (flag: string, content: string) => `${stamp} stdout ${flag} ${content}`;
    const text = [part("P", `${time} spid51      a`), part("P", "b"), part("F", "c")].join("\n");
    expect(shown(text)).toEqual([[at, "spid51", "abc"]]);
  });

  it("keeps blank lines within a message, and none at its end", () => {
    const text = [`${stamp} ${time} spid51      a`, "", "", "b", "", ""].join("\n");
    expect(shown(text)).toEqual([[at, "spid51", "a\n\n\nb"]]);
  });

  it("takes records apart that share a line, but not times within a message", () => {
    const text = `${stamp} ${time} spid51      on 2023-08-06 07:56:44.43 (local time)${time} Server      b\n`;
    expect(shown(text)).toEqual([
      [at, "spid51", "on 2023-08-06 07:56:44.43 (local time)"],
      [at, "Server", "b"],
    ]);
    const [first, second] = readingOf(text).records;
    expect(first?.end).toBe(second?.start);
    expect(second?.line).toBe(1);
  });

  it("undoes the escapes of a JSON file, and keeps those that are broken", () => {
    const line = (content: string) => `{"log":"${content}","stream":"stdout","time":"${stamp}"}`;
    const text = [
      line(`${time} spid51      C:\\\\data \\"x\\"\\r\\n`),
      line("\\tgr\\u00f6\\u00dfe\\n"),
      line(`${time} spid51      half \\u00`),
      `{"log":"${time} spid51      cut`,
    ].join("\n");
    expect(shown(text).map(([, , message]) => message)).toEqual([
      'C:\\data "x"\n\tgröße',
      "half \\u00",
      "cut",
    ]);
  });

  it("names the other programs, at most five", () => {
    const others = Array.from({ length: 7 }, (_, index) => `web-${index} | hello`);
    const text = [`db-1 | ${time} spid51      a`, ...others].join("\n");
    expect(readingOf(text).notes).toEqual([
      "Lines of other programs are in the file too: web-0, web-1, web-2, web-3, web-4.",
    ]);
  });

  it("is none without any record of a server", () => {
    expect(readForm(`${stamp} listening on port 8080\n`)).toBeNull();
    expect(readForm("web-1 | listening\n")).toBeNull();
    expect(readForm("ForceFlush is enabled for this instance.\n")).toBeNull();
  });
});
