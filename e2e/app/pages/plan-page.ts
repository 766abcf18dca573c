/** A protection plan. */
import type { Locator, Page } from "@playwright/test";

export class PlanPage {
  readonly editor: Locator;
  readonly schedule: Locator;
  readonly answer: Locator;
  /** The worst of the day, a sentence for each failure. */
  readonly conclusions: Locator;
  readonly advice: Locator;
  readonly ways: Locator;
  /** What a run of a way back says of its estimate. */
  readonly outcome: Locator;

  constructor(page: Page) {
    this.editor = page.getByRole("region", { name: "The plan" });
    this.schedule = this.editor.getByRole("table", { name: "Schedule" });
    this.answer = page.getByRole("region", { name: "What it comes to" });
    this.conclusions = this.answer.getByRole("list", { name: "The worst of the day" });
    this.advice = this.answer.getByRole("list", { name: "Advice" });
    this.ways = this.answer.getByRole("table", { name: "Ways back" });
    this.outcome = this.answer.getByRole("status", { name: "What the run says" });
  }

  async setBase(preset: string): Promise<void> {
    await this.editor
      .getByRole("combobox", { name: "Database, load and storage" })
      .selectOption({ label: preset });
  }

  async fill(field: string, text: string): Promise<void> {
    const input = this.editor.getByRole("textbox", { name: field, exact: true });
    await input.fill(text);
    await input.press("Enter");
  }

  async choose(field: string, option: string): Promise<void> {
    await this.editor
      .getByRole("combobox", { name: field, exact: true })
      .selectOption({ label: option });
  }

  /** As the dialog hands it over. */
  async open(name: string, text: string): Promise<void> {
    const file = { name, mimeType: "application/json", buffer: Buffer.from(text) };
    await this.editor.getByLabel("Plan file").setInputFiles(file);
  }

  async remove(job: string): Promise<void> {
    await this.schedule.getByRole("button", { name: `Remove ${job}` }).click();
  }

  async lookAt(failure: string, clock: string): Promise<void> {
    await this.answer
      .getByRole("combobox", { name: "What fails" })
      .selectOption({ label: failure });
    const at = this.answer.getByRole("textbox", { name: "At", exact: true });
    await at.fill(clock);
    await at.press("Enter");
  }

  async run(): Promise<void> {
    await this.answer.getByRole("button", { name: "Run this" }).click();
  }
}
