import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodePushes, encodePushes, type PushSection, pushHeaderBytes } from "./push-records.ts";
import { pushCauses } from "./telemetry-catalog.ts";

const record = fc.record({
  afterUs: fc.oneof(fc.nat(100), fc.nat(20_000), fc.nat(2 ** 40)),
  page: fc.oneof(fc.nat(100), fc.nat(2 ** 31), fc.integer({ min: 0, max: 2 ** 40 - 1 })),
  cause: fc.nat(pushCauses.length - 1),
  target: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 0xffff })),
});

const sections = fc
  .tuple(fc.nat(2 ** 40), fc.array(record, { maxLength: 40 }))
  .map(([firstUs, records]): PushSection => {
    let atUs = firstUs;
    return {
      detail: "pages",
      firstUs,
      timeUs: Float64Array.from(records, ({ afterUs }, at) => {
        atUs += at === 0 ? 0 : afterUs;
        return atUs;
      }),
      pages: Float64Array.from(records, ({ page }) => page),
      causes: Uint8Array.from(records, ({ cause }) => cause),
      targets: Uint16Array.from(records, ({ target }) => target),
    };
  });

const four: PushSection = {
  detail: "pages",
  firstUs: 5_000_000,
  timeUs: Float64Array.of(5_000_000, 5_000_000, 5_001_500, 5_001_501),
  pages: Float64Array.of(7000, 12, 8_388_607, 8_388_607),
  causes: Uint8Array.of(0, 0, 3, 0),
  targets: Uint16Array.of(1, 2, 40, 1),
};

describe("push records", () => {
  it("give back what was encoded", () => {
    fc.assert(
      fc.property(sections, (section) => {
        expect(decodePushes(encodePushes(section))).toEqual({ ok: true, value: section });
      }),
    );
  });

  it("are these bytes", () => {
    const header = [4, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x4b, 0x4c, 0, 0, 0, 0, 0];
    const first = [3, 8, 0xb0, 0x6d];
    const second = [3, 16, 0x97, 0x6d];
    const third = [0xf3, 0x2e, 3 + 8 * 31, 9, 0xe6, 0xff, 0xff, 0x07];
    const fourth = [6, 0];
    expect([...encodePushes(four)]).toEqual([...header, ...first, ...second, ...third, ...fourth]);
  });

  it("are refused as a whole when they are cut, or have bytes too many", () => {
    const bytes = encodePushes(four);
    for (let length = 0; length < bytes.byteLength; ++length) {
      expect(decodePushes(bytes.subarray(0, length)).ok).toBe(false);
    }
    expect(decodePushes(Uint8Array.of(...bytes, 0)).ok).toBe(false);
  });

  const changed = (at: number, value: number) => {
    const bytes = encodePushes(four);
    bytes[at] = value;
    return decodePushes(bytes);
  };
  it.each([
    ["counts that no section holds", 3, 0x7f, "2130706436 do not fit"],
    ["a detail that there is not", 4, 3, "detail 3"],
    ["a time before the run", 15, 0x80, "begin at -"],
    ["pages where none should be told any more", 4, 2, "none should be any more"],
    ["a cause that there is not", pushHeaderBytes + 1, 15, "cause 7 in record 0"],
    ["a first record without a target", pushHeaderBytes, 0, "record 0 has no target"],
  ])("refuse %s", (_, at, value, words) => {
    expect(changed(at, value)).toMatchObject({
      ok: false,
      error: { code: "protocol", message: expect.stringContaining(words) },
    });
  });

  it("never throw, and what is taken is in order, whatever has become of the bytes", () => {
    const damage = fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(sections, damage, fc.nat(20), (section, changes, cut) => {
        const bytes = encodePushes(section);
        for (const [at, value] of changes) bytes[at % bytes.byteLength] = value;
        const decoded = decodePushes(bytes.subarray(0, bytes.byteLength - (cut > 15 ? 1 : 0)));
        if (!decoded.ok) return;
        const { timeUs, pages, causes, targets } = decoded.value;
        expect(timeUs.every((atUs, at) => atUs >= (timeUs[at - 1] ?? 0))).toBe(true);
        expect(pages.every((page) => page >= 0 && Number.isSafeInteger(page))).toBe(true);
        expect(causes.every((cause) => cause < pushCauses.length)).toBe(true);
        expect(targets.every((target) => target > 0)).toBe(true);
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (garbage) => {
        expect(typeof decodePushes(garbage).ok).toBe("boolean");
      }),
    );
  });
});
