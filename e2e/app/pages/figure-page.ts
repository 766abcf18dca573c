/** A study as a figure: its metric, the answer, the drawing, and the table of points. */
import type { Locator, Page } from "@playwright/test";

export class FigurePage {
  readonly #page: Page;
  readonly bar: Locator;
  readonly figure: Locator;
  readonly table: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.bar = page.getByRole("region", { name: "What is shown" });
    this.figure = page.getByRole("region", { name: "Figure" });
    this.table = page.getByRole("table", { name: "Points" });
  }

  get sentence(): Locator {
    return this.figure.getByRole("heading", { level: 1 });
  }

  /** The drawing of the metric that is shown. */
  drawing(metric: string): Locator {
    return this.figure.getByRole("img", { name: new RegExp(`^${metric} over `) });
  }

  get metric(): Locator {
    return this.bar.getByRole("combobox", { name: "Metric" });
  }

  row(point: string): Locator {
    return this.table.getByRole("row").filter({ hasText: point });
  }

  choose(point: string): Promise<void> {
    return this.table.getByRole("checkbox", { name: point }).check();
  }

  async compareChosen(): Promise<void> {
    await this.bar.getByRole("button", { name: /^Compare \d/ }).click();
  }

  async openRun(point: string, seed: number): Promise<void> {
    await this.row(point)
      .getByRole("button", { name: /^Runs of / })
      .click();
    await this.#page.getByRole("menuitem", { name: `Seed ${seed}` }).click();
  }

  async save(format: string): Promise<void> {
    await this.figure.getByRole("button", { name: /^Copy or save: / }).click();
    await this.#page.getByRole("menuitem", { name: `Save as ${format}` }).click();
  }

  /** What the arrow keys read. */
  get values(): Locator {
    return this.figure.getByRole("slider", { name: /^Values of / });
  }
}
