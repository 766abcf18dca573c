/** Experiments: choose a preset, change its values, run it. */
import { expect, type Locator, type Page } from "@playwright/test";

export class ExperimentsPage {
  readonly #page: Page;
  readonly presets: Locator;
  readonly bar: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.presets = page.getByRole("navigation", { name: "Presets and own experiments" });
    this.bar = page.getByRole("region", { name: "Experiment", exact: true });
  }

  preset(title: string): Locator {
    return this.presets.getByRole("button", { name: new RegExp(`^${title}\\b`) });
  }

  async choosePreset(title: string): Promise<void> {
    await this.preset(title).click();
    await expect(this.preset(title)).toHaveAttribute("aria-current", "true");
    await expect(this.bar).toContainText(title);
  }

  section(title: string): Locator {
    return this.#page.getByRole("region", { name: title, exact: true });
  }

  /** What the preview says of a quantity, once it knows. */
  async expectPrediction(name: string, value: RegExp): Promise<void> {
    const preview = this.#page.getByRole("complementary", { name: "Preview" });
    const row = preview
      .getByRole("row")
      .filter({ has: this.#page.getByRole("rowheader", { name, exact: true }) });
    await expect(row).toContainText(value);
  }

  /** A value of the form; its label changes with its state, but begins the same. */
  field(section: string, label: string): Locator {
    return this.section(section).getByRole("textbox", { name: new RegExp(`^${label} ?(,|$)`) });
  }

  async set(section: string, label: string, value: string | number): Promise<void> {
    const field = this.field(section, label);
    await field.fill(String(value));
    await field.blur();
  }

  /** What an entry of the timeline is chosen to be, such as what it waits for. */
  choice(label: string): Locator {
    return this.section("Snapshots and timeline").getByRole("combobox", {
      name: new RegExp(`^${label} ?(,|$)`),
    });
  }

  /** A new entry of the timeline, after those that are there. */
  async addEntry(kind: string): Promise<void> {
    await this.section("Snapshots and timeline")
      .getByRole("button", { name: kind, exact: true })
      .click();
  }

  get runButton(): Locator {
    return this.bar.getByRole("button", { name: "Run", exact: true });
  }

  run(): Promise<void> {
    return this.runButton.click();
  }
}
