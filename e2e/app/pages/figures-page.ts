/** The figures of the papers. */
import type { Locator, Page } from "@playwright/test";

export class FiguresPage {
  readonly #page: Page;
  readonly list: Locator;
  readonly bar: Locator;
  readonly points: Locator;
  /** What comes out, then what does not with its mechanism. */
  readonly checks: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole("navigation", { name: "Figures of the papers" });
    this.bar = page.getByRole("region", { name: "What can be done with it" });
    this.points = page.getByRole("table", { name: "Points" });
    this.checks = page.getByRole("region", { name: "Checks" });
  }

  async open(title: string): Promise<void> {
    await this.list.getByRole("button", { name: title }).click();
  }

  /** What the figure that is shown teaches, and what came out. */
  get conclusion(): Locator {
    return this.#page.getByRole("main").getByRole("heading", { level: 1 });
  }

  get runHere(): Locator {
    return this.bar.getByRole("button", { name: "Run it here" });
  }

  /** How far the runs of the figure are that are made here, and what they came to. */
  get here(): Locator {
    return this.bar.getByRole("status");
  }

  async useStorage(scenario: string, device: string): Promise<void> {
    await this.bar.getByRole("combobox", { name: "Scenario" }).selectOption({ label: scenario });
    await this.bar.getByRole("button", { name: "Use my storage" }).click();
    await this.#page.getByRole("menuitem", { name: device }).click();
  }

  async export(): Promise<void> {
    await this.bar.getByRole("button", { name: "Export", exact: true }).click();
  }
}
