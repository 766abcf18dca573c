/** Experiments: choose a preset, ask with a few values or change any under Advanced, run it. */
import { expect, type Locator, type Page } from "@playwright/test";

export class ExperimentsPage {
  readonly #page: Page;
  readonly presets: Locator;
  readonly bar: Locator;
  /** What will happen as a picture, and users, device, snapshots: what is asked first. */
  readonly question: Locator;
  /** Its accessible name says what is planned. */
  readonly timeline: Locator;
  /** What keeps it from running, each leading to its field. */
  readonly problems: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.presets = page.getByRole("navigation", { name: "Presets and own experiments" });
    this.bar = page.getByRole("region", { name: "Experiment", exact: true });
    // What it is called is what is asked.
    this.question = page.locator("section[aria-labelledby=question-title]");
    this.timeline = page.getByRole("group", { name: /^Timeline of the run/ });
    this.problems = page.getByRole("group", { name: /keeps? this from running/ });
  }

  /** A number of the question. */
  asked(label: string): Locator {
    return this.question.getByRole("textbox", { name: new RegExp(`^${label} ?(,|$)`) });
  }

  /** One of the question's lists: "Storage", "Snapshots". */
  askedChoice(label: string): Locator {
    return this.question.getByRole("combobox", { name: label, exact: true });
  }

  get advanced(): Locator {
    return this.#page.locator("details").filter({ hasText: /^Advanced/ });
  }

  /** Opens the whole form, unless it is. */
  async openAdvanced(): Promise<void> {
    if ((await this.advanced.getAttribute("open")) !== null) return;
    await this.advanced.locator("summary").first().click();
    await expect(this.advanced).toHaveAttribute("open");
  }

  preset(title: string): Locator {
    return this.presets.getByRole("button", { name: new RegExp(`^${title}\\b`) });
  }

  async choosePreset(title: string): Promise<void> {
    // A small window has the list behind a button, and closes it over what was chosen.
    const opener = this.#page.getByRole("button", { name: "Presets", exact: true });
    await expect(this.presets.or(opener)).toBeVisible();
    const isBehindButton = await opener.isVisible();
    if (isBehindButton) await opener.click();
    await this.preset(title).click();
    if (!isBehindButton) await expect(this.preset(title)).toHaveAttribute("aria-current", "true");
    await expect(this.bar).toContainText(title);
  }

  /** What is planned, on the timeline to come: "create snapshot sales_snapshot_1". */
  moment(label: string): Locator {
    return this.timeline.getByRole("button", { name: new RegExp(`^${label},`) });
  }

  /** The volume that is drawn, with the files on it. */
  volume(name: string): Locator {
    return this.question.getByRole("listitem", { name: `Volume ${name}`, exact: true });
  }

  /** Unfolds a part of the preview, which is folded at first. */
  async unfold(title: "Checks" | "Equivalent command"): Promise<void> {
    await this.#page.getByRole("heading", { name: title }).click();
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

  /** A value of the form, which Advanced opens; its label changes with its state, but begins the same. */
  field(section: string, label: string): Locator {
    return this.section(section).getByRole("textbox", { name: new RegExp(`^${label} ?(,|$)`) });
  }

  async set(section: string, label: string, value: string | number): Promise<void> {
    await this.openAdvanced();
    const field = this.field(section, label);
    await field.fill(String(value));
    await field.blur();
  }

  async chooseRecoveryModel(name: "Simple" | "Full"): Promise<void> {
    await this.openAdvanced();
    await this.section("Database")
      .getByRole("combobox", { name: /^Recovery model ?(,|$)/ })
      .selectOption({ label: name });
  }

  /** Whether it goes as fast as it can, or at a number. */
  get pace(): Locator {
    return this.section("Measurement").getByRole("combobox", { name: /^Pace ?(,|$)/ });
  }

  /** Engine seconds per second; 0 is as fast as it goes. */
  async setPace(pace: number): Promise<void> {
    await this.openAdvanced();
    const label = pace === 0 ? "As fast as it goes" : "A number of my own";
    await this.pace.selectOption({ label });
    if (pace !== 0) await this.set("Measurement", "Pace", pace);
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
