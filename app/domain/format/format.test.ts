import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clockOrigin } from "../timeline/clock.ts";
import { byteUnit, formatBytes, inUnit } from "./bytes.ts";
import { withUnitsKept } from "./line-breaks.ts";
import {
  countOf,
  formatExact,
  formatNumber,
  formatPercent,
  formatReadable,
  noValue,
} from "./numbers.ts";
import {
  formatClock,
  formatClockDate,
  formatClockSeconds,
  formatDuration,
  formatMilliseconds,
  formatMoment,
  formatOffset,
  formatRoughDuration,
} from "./times.ts";

describe("numbers", () => {
  it("are written as English does", () => {
    expect(formatNumber(1234.5, 1)).toBe("1,234.5");
    expect(countOf(12_000, "user")).toBe("12,000 users");
    expect(formatBytes(1000)).toBe("1,000 B");
    expect(formatDuration(-1500)).toBe("−1.50 s");
  });

  it("have the decimals that they have, where all of them count", () => {
    expect([1234.0625, 12, 0.1].map((value) => formatExact(value))).toEqual([
      "1,234.0625",
      "12",
      "0.1",
    ]);
    expect(formatExact(1 / 3, 2)).toBe("0.33");
  });

  it("have as many decimals as one reads", () => {
    expect([396.4, 25.14, 8.84, 0.662, 0].map((value) => formatReadable(value))).toEqual([
      "396",
      "25.1",
      "8.8",
      "0.66",
      "0",
    ]);
  });

  it("have no sign without a value", () => {
    expect(formatNumber(-0.04, 1)).toBe("0.0");
    expect(formatNumber(-0.06, 1)).toBe("-0.1");
  });

  it("are a dash where nothing was measured", () => {
    for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(formatNumber(value)).toBe(noValue);
      expect(formatBytes(value)).toBe(noValue);
      expect(formatDuration(value)).toBe(noValue);
      expect(formatPercent(value)).toBe(noValue);
    }
  });

  it("count in words", () => {
    expect(countOf(1, "run")).toBe("1 run");
    expect(countOf(5, "run")).toBe("5 runs");
    expect(countOf(2, "entry", "entries")).toBe("2 entries");
  });
});

describe("bytes", () => {
  it.each([
    [0, "0 B"],
    [1023, "1,023 B"],
    [1024, "1.0 KiB"],
    [1024 ** 2 - 1, "1.0 MiB"],
    [127_050_000_000, "118.3 GiB"],
    [1024 ** 4, "1.0 TiB"],
  ])("%d is %s", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it("are never 1,024 of a unit, nor less than one of it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 50 }), (bytes) => {
        const unit = byteUnit(bytes);
        const value = inUnit(bytes, unit);
        expect(value).toBeLessThan(1024);
        expect(value >= 0.999 || unit === "B").toBe(true);
      }),
    );
  });
});

describe("times", () => {
  it.each([
    [0, "0 s"],
    [0.417, "0.42 ms"],
    [1.25, "1.3 ms"],
    [20, "20 ms"],
    [999.4, "999 ms"],
    [999.6, "1.00 s"],
    [-20, "−20 ms"],
    [31_350, "31.35 s"],
    [59_999, "1 min 0.00 s"],
    [80_907, "1 min 20.91 s"],
    [1_732_580, "28 min 52.58 s"],
    [7_503_000, "2 h 05 min 03 s"],
    [-1500, "−1.50 s"],
  ])("%d ms are %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it("are estimated without hundredths", () => {
    expect(formatRoughDuration(800_400)).toBe("13 min 20 s");
    expect(formatRoughDuration(9_400)).toBe("9 s");
    expect(formatRoughDuration(3_600_000 * 2.5)).toBe("2 h 30 min");
  });

  it("of responses are milliseconds", () => {
    expect(formatMilliseconds(292.4)).toBe("292 ms");
    expect(formatMilliseconds(8.25)).toBe("8.3 ms");
    expect(formatMilliseconds(0.66)).toBe("0.66 ms");
  });

  it("on the engine's clock have no zone", () => {
    const originMs = clockOrigin("2006-10-23T21:48:07.220");
    expect(formatClock(originMs, 0)).toBe("21:48:07.22");
    expect(formatClock(originMs, 478_240)).toBe("21:56:05.46");
    expect(formatClockSeconds(originMs, 478_240)).toBe("21:56:05");
    expect(formatClockDate(originMs, 3 * 3_600_000)).toBe("2006-10-24 00:48:07.22");
  });

  it("from a moment have a sign and are rounded once", () => {
    expect(formatOffset(0)).toBe("0:00.00");
    expect(formatOffset(-12_500)).toBe("−0:12.50");
    expect(formatOffset(59_996)).toBe("+1:00.00");
    expect(formatOffset(3_725_000, 0)).toBe("+1:02:05");
    expect(formatOffset(-4)).toBe("0:00.00");
  });

  it("on the clock are cut to hundredths, never carried into the next second", () => {
    expect(formatClock(clockOrigin("2006-10-23T21:48:07.000"), 999.9)).toBe("21:48:07.99");
  });

  it("that are no times are a dash", () => {
    expect(formatMoment("yesterday")).toBe(noValue);
    expect(formatMoment(null)).toBe(noValue);
  });
});

describe("lines", () => {
  const wordsOf = (text: string) => withUnitsKept(text).split(" ");

  it("do not end between a number and its unit, or what it counts", () => {
    expect(wordsOf("8 CPUs at 100 %, 1,755 MiB")).toEqual([
      "8\u00a0CPUs",
      "at",
      "100\u00a0%,",
      "1,755\u00a0MiB",
    ]);
  });

  it("do not end beside a sign between two values", () => {
    expect(wordsOf("link 2 × 190 MiB/s; 0 = none")).toEqual([
      "link",
      "2\u00a0×\u00a0190\u00a0MiB/s;",
      "0\u00a0=\u00a0none",
    ]);
  });

  it("end elsewhere as before", () => {
    const text = "volumes are simulated; ends in 7 ";
    expect(withUnitsKept(text)).toBe(text);
  });
});
