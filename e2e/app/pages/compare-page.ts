/** Compare: sides, answer, metrics, lanes, what differs; and the dialog that asks for one. */
import { type Download, expect, type Locator, type Page } from "@playwright/test";

export class ComparePage {
  readonly #page: Page;
  readonly bar: Locator;
  readonly answer: Locator;
  readonly metrics: Locator;
  readonly aside: Locator;
  readonly dialog: Locator;
  /** What a result is over all that is assumed. */
  readonly band: Locator;
  /** The progress of runs that are under way. */
  readonly progress: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.bar = page.getByRole("region", { name: "What is compared" });
    this.answer = page.getByRole("region", { name: "Answer" });
    this.metrics = page.getByRole("region", { name: "Metrics" });
    this.aside = page.getByRole("complementary", { name: "Responses, runs, phases and settings" });
    this.band = page.getByRole("region", { name: "Band", exact: true });
    this.progress = page.getByRole("region", { name: "Runs of this comparison" });
    this.dialog = page.getByRole("dialog", { name: "Compare with…" });
  }

  /** How sure the answer is. */
  get sureness(): Locator {
    return this.answer.locator("[data-sure]");
  }

  get sentence(): Locator {
    return this.answer.getByRole("heading", { level: 1 });
  }

  row(metric: string): Locator {
    return this.metrics.getByRole("row").filter({
      has: this.#page.getByRole("rowheader", { name: new RegExp(`^${metric}`) }),
    });
  }

  /** Lanes of a side over those of the base. */
  lanes(label: RegExp): Locator {
    return this.#page.getByRole("region", { name: label });
  }

  /** Samples come after the axes. */
  async expectLanesDrawn(): Promise<void> {
    const lines = this.lanes(/^Counters of /).locator("[data-lanes] path[d^=M]");
    await expect(lines.first()).toBeAttached();
  }

  /** From when on the run of a side is steady, as it is drawn over its lanes. */
  steadyFrom(side: "Base" | "New"): Locator {
    return this.#page.getByLabel(`${side} steady from`);
  }

  async add(name: string): Promise<void> {
    await this.bar.getByRole("button", { name: "Add" }).click();
    const picker = this.bar.getByRole("combobox", { name: "Add a run or a log" });
    // The list opens with the first key or click; a value that is set is neither.
    await picker.click();
    await picker.fill(name);
    await this.#page
      .getByRole("option", { name: new RegExp(name) })
      .first()
      .click();
    await expect(picker).toBeHidden();
  }

  /** A side, by its role and name. */
  async takeOut(side: RegExp): Promise<void> {
    await this.bar.getByRole("button", { name: side }).first().click();
    await this.#page.getByRole("menuitem", { name: "Take it out" }).click();
  }

  /** What is chosen in the dialog. */
  get chosen(): Locator {
    return this.dialog.getByRole("radio", { checked: true });
  }

  async runAndCompare(variation: string | RegExp, repeats: number): Promise<void> {
    await this.dialog.getByRole("radio", { name: variation }).check();
    const runs = this.dialog.getByRole("spinbutton", { name: "Runs of each" });
    await runs.fill(String(repeats));
    await runs.blur();
    await this.dialog.getByRole("button", { name: "Run and compare" }).click();
    await expect(this.dialog).toBeHidden();
  }

  async export(format: string): Promise<Download> {
    await this.bar.getByRole("button", { name: "Export", exact: true }).click();
    const [download] = await Promise.all([
      this.#page.waitForEvent("download", { timeout: 60_000 }),
      this.#page.getByRole("menuitem", { name: new RegExp(`^${format}`) }).click(),
    ]);
    return download;
  }
}
