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

  /** A value of the form; its label changes with its state, but begins the same. */
  field(section: string, label: string): Locator {
    return this.section(section).getByRole("textbox", { name: new RegExp(`^${label}(,|$)`) });
  }

  async set(section: string, label: string, value: string | number): Promise<void> {
    const field = this.field(section, label);
    await field.fill(String(value));
    await field.blur();
  }

  /** The same phases in a second of wall time; sampled often enough to see them. */
  async makeSmall(): Promise<void> {
    await this.set("Database", "Data file", 64);
    await this.set("Database", "Log file", 64);
    await this.set("Database", "Buffer pool", 16);
    await this.set("Workload", "Users", 30);
    await this.set("Measurement", "Duration", 30);
    await this.set("Measurement", "Warm-up", 3);
    await this.set("Measurement", "Sample interval", 100);
    await this.set("Snapshots and timeline", "Entry 1, Time", 8);
  }

  get runButton(): Locator {
    return this.bar.getByRole("button", { name: "Run", exact: true });
  }

  run(): Promise<void> {
    return this.runButton.click();
  }
}
