/** The page map: in words, as whoever cannot see it gets it, and as a table. */
import { expect, type Locator, type Page } from "@playwright/test";

export class PageMapView {
  readonly #page: Page;
  readonly map: Locator;
  /** The cells of both files, under one cursor. */
  readonly cursor: Locator;
  readonly snapshot: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.map = page.getByRole("region", { name: /^Page map of / });
    this.cursor = this.map.getByRole("slider", { name: /^Cursor on Page map of / });
    this.snapshot = this.map.getByRole("combobox", { name: "Snapshot and file" });
  }

  /** Shows it, or what was in its place, by the key that does. */
  async toggle(): Promise<void> {
    await this.#page.keyboard.press("p");
  }

  get toggleButton(): Locator {
    return this.#page
      .getByRole("group", { name: "Charts" })
      .getByRole("button", { name: "Page map", exact: true });
  }

  /** What the cell under the cursor holds, in words. */
  expectUnderCursor(words: RegExp): Promise<void> {
    return expect(this.cursor).toHaveAttribute("aria-valuetext", words);
  }

  /** Causes with their share of the file's pages. */
  get legend(): Locator {
    return this.map.getByRole("list", { name: /^Causes/ });
  }

  /** Whose the extents are that are shown, by their letters. */
  get owners(): Locator {
    return this.map.getByRole("list", { name: "Owners of the extents shown" });
  }

  async goTo(page: string): Promise<void> {
    const field = this.map.getByRole("textbox", { name: "Go to page" });
    await this.cursor.press("g");
    await expect(field).toBeFocused();
    await field.fill(page);
    await field.press("Enter");
  }

  /** Names of the cells that have copied pages: "Pages (1:8) to (1:15), extent 1". */
  async copiedCells(): Promise<string[]> {
    const toggle = this.map.getByRole("button", { name: "Show the map as a table" });
    await toggle.click();
    const cells = this.map.getByRole("region", { name: "Cells of the map" }).getByRole("rowheader");
    await expect(cells.first()).toBeVisible();
    const names = await cells.allTextContents();
    await toggle.click();
    return names;
  }

  /** Drags over cells, from one share of the source's box to another. */
  async drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    const box = await this.map.locator('[data-side="source"]').boundingBox();
    if (box === null) throw new Error("the map is not on the page");
    const at = ([x, y]: readonly [number, number]) =>
      [box.x + box.width * x, box.y + box.height * y] as const;
    await this.#page.mouse.move(...at(from));
    await this.#page.mouse.down();
    await this.#page.mouse.move(...at(to), { steps: 6 });
    await this.#page.mouse.up();
  }

  /** When the marked pages were pushed, drawn over the lanes; who hears them has the history of each page. */
  get moments(): Locator {
    return this.#page.locator("path[data-moments]");
  }
}
