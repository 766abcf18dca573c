import { describe, expect, it } from "vitest";
import { looksLikePerfmon } from "./looks-like-perfmon.ts";
import { fileOf } from "./testing/perfmon-files.ts";

const counter = "\\\\SQLPROD01\\Memory\\Pages/sec";

describe("a head", () => {
  it("is of Perfmon by its signature, also behind other lines", () => {
    expect(looksLikePerfmon(fileOf({ [counter]: [1] }))).toBe(true);
    expect(looksLikePerfmon('\r\n"(PDH-TSV 4.0) (Eastern Dayl')).toBe(true);
    expect(looksLikePerfmon(`C:\\> typeperf "${counter}"\r\n(PDH-CSV 4.0),${counter}`)).toBe(true);
  });

  it("is of Perfmon by counters that samples follow", () => {
    expect(looksLikePerfmon(`Time;${counter}\n\n13.05.2024 22:00;5`)).toBe(true);
    expect(looksLikePerfmon(`Time;${counter}\n`)).toBe(false);
    expect(looksLikePerfmon(`Time;${counter};x\n13.05.2024 22:00;5;6`)).toBe(false);
  });

  it("is not of Perfmon for a network path", () => {
    const line = "2024-05-13 22:00:00.12 Backup      Opening media, \\\\nas01\\backup\\sales.bak";
    expect(looksLikePerfmon(`${line}\r\n${line}\r\n`)).toBe(false);
    expect(looksLikePerfmon("")).toBe(false);
    expect(looksLikePerfmon("wait_type,wait_time_ms\nWRITELOG,5")).toBe(false);
  });
});
