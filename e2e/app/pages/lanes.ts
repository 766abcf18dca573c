/** The lanes as whoever cannot see them gets them: the crosshair in words, and the table. */
import { expect, type Locator, type Page } from "@playwright/test";

export interface LaneRow {
  /** HH:MM:SS.ss */
  readonly time: string;
  readonly phase: string;
  /** The values that are shown, by the lane's title and unit: "Transactions, /s". */
  readonly values: Readonly<Record<string, string>>;
}

export class Lanes {
  readonly #page: Page;
  readonly stack: Locator;
  readonly crosshair: Locator;
  readonly #table: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.stack = page.getByRole("region", { name: /^Counters/ });
    this.crosshair = this.stack.getByRole("slider", { name: /^Crosshair/ });
    this.#table = this.stack
      .getByRole("region", { name: "Values of the lanes" })
      .getByRole("table");
  }

  /** The name of a lane, which moves and pins it. */
  title(lane: string): Locator {
    return this.stack.getByRole("button", { name: lane, exact: true });
  }

  /** From a lane of waits to the pages that were pushed at its peak, or in the time that is selected. */
  async seePages(lane: string, when: "at its peak" | "in the selected time", by: "keys" | "mouse") {
    const item = this.#page.getByRole("menuitem", { name: `See the pages pushed ${when}` });
    if (by === "mouse") {
      await this.title(lane).click();
      await item.click();
    } else {
      await this.title(lane).press("Enter");
      await item.press("Enter");
    }
  }

  /** Has the lane drawn as one expects it: the plane on which that is done. */
  async expectOf(lane: string): Promise<Locator> {
    await this.title(lane).click();
    await this.#page.getByRole("menuitem", { name: "Draw what you expect" }).click();
    const plane = this.stack.getByRole("slider", { name: `Draw what you expect: ${lane}` });
    await expect(plane).toBeFocused();
    return plane;
  }

  /** Time and values at the crosshair, in words. */
  async atCrosshair(): Promise<string> {
    return (await this.crosshair.getAttribute("aria-valuetext")) ?? "";
  }

  /** What is drawn of the samples, one for each lane. */
  get lines(): Locator {
    return this.stack.locator("path[data-lane]");
  }

  /** Moves the pointer across the lanes, from side to side. */
  async sweepPointer(): Promise<void> {
    const box = await this.crosshair.boundingBox();
    if (box === null) throw new Error("the lanes are not on the page");
    const y = box.y + 20;
    await this.#page.mouse.move(box.x + 10, y);
    await this.#page.mouse.move(box.x + box.width - 10, y, { steps: 30 });
    await expect(this.timeOf("cursor")).toHaveText(/\d/);
  }

  /** Drags over a part of the lanes' width with Shift held, which selects its time. */
  async selectSpan(from: number, to: number): Promise<void> {
    const box = await this.crosshair.boundingBox();
    if (box === null) throw new Error("the lanes are not on the page");
    const y = box.y + 20;
    await this.#page.keyboard.down("Shift");
    await this.#page.mouse.move(box.x + box.width * from, y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(box.x + box.width * to, y, { steps: 8 });
    await this.#page.mouse.up();
    await this.#page.keyboard.up("Shift");
  }

  /** A click at a part of the lanes' width, which in Replay takes the playhead there. */
  async tapAt(share: number): Promise<void> {
    const box = await this.crosshair.boundingBox();
    if (box === null) throw new Error("the lanes are not on the page");
    await this.#page.mouse.click(box.x + box.width * share, box.y + 40);
  }

  /** How many corners the line of a lane has: it grows while the run goes on. */
  async linePoints(lane: string): Promise<number> {
    // A line has neither role nor name; what it shows is in the table, how it looks only here.
    const path = this.stack.locator(`path[data-lane="${lane}"]`);
    return ((await path.getAttribute("d")) ?? "").split(/[A-Za-z]/).length - 1;
  }

  /** The time on the axis that the values are of; who hears the lanes gets it with the crosshair. */
  timeOf(name: "cursor" | "playhead"): Locator {
    return this.stack.locator(`[data-chip="${name}"]`);
  }

  async rows(): Promise<LaneRow[]> {
    const toggle = this.stack.getByRole("button", { name: "Show the lanes as a table" });
    await toggle.click();
    await expect(this.#table).toBeVisible();
    const cells = await this.#table
      .getByRole("row")
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.querySelectorAll("th, td")].map((cell) => cell.textContent ?? ""),
        ),
      );
    await toggle.click();
    const [[, , ...titles] = [], ...rows] = cells;
    return rows.map(([time = "", phase = "", ...values]) => ({
      time,
      phase,
      values: Object.fromEntries(titles.map((title, index) => [title, values[index] ?? ""])),
    }));
  }
}
