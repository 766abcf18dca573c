import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RowGeometry } from "./row-geometry.ts";
import {
  afterScroll,
  mostPixels,
  placeOf,
  type ScrollPlace,
  type ScrollSizes,
  scrollTo,
} from "./scroll-scale.ts";

const rowHeight = 24;

describe("the places of rows", () => {
  const tall = fc.uniqueArray(
    fc.record({
      row: fc.integer({ min: 0, max: 199 }),
      height: fc.integer({ min: 24, max: 400 }),
    }),
    { maxLength: 8, selector: ({ row }) => row },
  );

  it("tile the list, whichever rows are shown in full", () => {
    fc.assert(
      fc.property(tall, (rows) => {
        const geometry = new RowGeometry(200, rowHeight, rows);
        let top = 0;
        for (let row = 0; row < 200; ++row) {
          expect(geometry.topOf(row)).toBe(top);
          expect(geometry.rowAt(top)).toBe(row);
          top += geometry.heightOf(row);
          expect(geometry.rowAt(top - 1)).toBe(row);
        }
        expect(geometry.height).toBe(top);
      }),
    );
  });

  it("hold for twelve million rows without a list of them", () => {
    const geometry = new RowGeometry(12_000_000, rowHeight, [{ row: 6_000_000, height: 240 }]);
    expect(geometry.height).toBe(12_000_000 * rowHeight + 216);
    expect(geometry.rowAt(geometry.height - 1)).toBe(11_999_999);
    expect(geometry.rowsIn(geometry.topOf(6_000_000), 240, 0)).toEqual({
      from: 6_000_000,
      to: 6_000_002,
    });
  });

  it("are none in an empty list", () => {
    const geometry = new RowGeometry(0, rowHeight, [{ row: 3, height: 100 }]);
    expect(geometry.height).toBe(0);
    expect(geometry.rowsIn(0, 500, 8)).toEqual({ from: 0, to: 0 });
  });

  it("are brought into view by as little as that takes", () => {
    const geometry = new RowGeometry(100, rowHeight, [{ row: 50, height: 1000 }]);
    expect(geometry.reveal(10, 0, 300)).toBe(0);
    expect(geometry.reveal(20, 0, 300)).toBe(204);
    expect(geometry.reveal(5, 204, 300)).toBe(120);
    expect(geometry.reveal(50, 1000, 300)).toBe(1200);
  });

  it("far away are shown with what is around them", () => {
    const geometry = new RowGeometry(1000, rowHeight, []);
    expect(geometry.reveal(500, 0, 300)).toBe(500 * rowHeight - 100);
    expect(geometry.reveal(10, 10_000, 300)).toBe(140);
    expect(geometry.reveal(0, 10_000, 300)).toBe(0);
  });
});

const millions: ScrollSizes = { listHeight: 12_000_000 * rowHeight, viewHeight: 600 };

/** Moves as a browser does: never beyond the ends, and the scroller obeys what it is told. */
function move(before: ScrollPlace, by: number, sizes: ScrollSizes): ScrollPlace {
  const most = mostPixels - sizes.viewHeight;
  return afterScroll(before, Math.min(Math.max(before.scrollTop + by, 0), most), sizes);
}

describe("scrolling through more than an element can hold", () => {
  it("changes nothing for lists that fit", () => {
    const sizes = { listHeight: 5000, viewHeight: 600 };
    expect(scrollTo(9000, sizes)).toEqual({ scrollTop: 4400, offset: 0 });
    expect(afterScroll({ scrollTop: 0, offset: 0 }, 300, sizes)).toEqual({
      scrollTop: 300,
      offset: 0,
    });
  });

  it("reaches every place that is asked for, and never shows beyond the ends", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: millions.listHeight + 1000 }), (wanted) => {
        const place = scrollTo(wanted, millions);
        const most = millions.listHeight - millions.viewHeight;
        expect(placeOf(place)).toBe(Math.min(Math.max(wanted, 0), most));
        expect(place.scrollTop).toBeGreaterThanOrEqual(0);
        expect(place.scrollTop).toBeLessThanOrEqual(mostPixels - millions.viewHeight);
      }),
    );
  });

  it("moves pixel by pixel with the wheel, wherever the thumb is put meanwhile", () => {
    const steps = fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 300_000, max: 280_000_000 }), steps, (start, moves) => {
        let place = scrollTo(start, millions);
        let expected = start;
        for (const by of moves) {
          place = move(place, by, millions);
          expected += by;
          expect(placeOf(place)).toBe(expected);
        }
      }),
    );
  });

  it("comes to both ends by wheel alone", () => {
    let place = scrollTo(500_000, millions);
    for (let turn = 0; turn < 700; ++turn) place = move(place, -1000, millions);
    expect(placeOf(place)).toBe(0);
    place = scrollTo(millions.listHeight - 500_000, millions);
    for (let turn = 0; turn < 700; ++turn) place = move(place, 1000, millions);
    expect(placeOf(place)).toBe(millions.listHeight - millions.viewHeight);
  });

  it("goes by the thumb to the part of the list that it stands for, and to its very ends", () => {
    const start = scrollTo(0, millions);
    const most = mostPixels - millions.viewHeight;
    expect(placeOf(afterScroll(start, most, millions))).toBe(
      millions.listHeight - millions.viewHeight,
    );
    const middle = placeOf(afterScroll(start, most / 2, millions));
    expect(middle / millions.listHeight).toBeCloseTo(0.5, 3);
    expect(placeOf(afterScroll(scrollTo(100e6, millions), 0, millions))).toBe(0);
  });

  it("keeps the thumb near the part that it stands for", () => {
    let place = scrollTo(50e6, millions);
    // A turn of the wheel is many views of a list of which three rows are in view.
    const low = { ...millions, viewHeight: 72 };
    expect(placeOf(move(scrollTo(50e6, low), 500, low))).toBe(50e6 + 500);
    for (let turn = 0; turn < 5000; ++turn) {
      place = move(place, 1000, millions);
      const belongs = scrollTo(placeOf(place), millions).scrollTop;
      expect(Math.abs(place.scrollTop - belongs)).toBeLessThanOrEqual(mostPixels / 64);
    }
    expect(placeOf(place)).toBe(55e6);
  });
});
