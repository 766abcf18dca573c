/** Report: the preview of a report, and its exports. */
import {
  type Download,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
} from "@playwright/test";
import type { ReportFormat } from "../../../app/contract/rpc/exports.ts";

export class ReportPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** A frame without scripts: what it shows is the document that the HTML export writes. */
  get preview(): FrameLocator {
    return this.#page.getByTitle(/^Report of /).contentFrame();
  }

  get bar(): Locator {
    return this.#page.getByRole("region", { name: "Report", exact: true });
  }

  exportButton(format: ReportFormat): Locator {
    return this.bar.getByRole("button", { name: new RegExp(`^Export ${format}`, "i") });
  }

  /** Opens the dialog that compares what is recommended of the run. */
  async tryRecommendation(title: string): Promise<void> {
    await this.bar.getByRole("button", { name: /^\d+ recommendations?$/ }).click();
    await this.#page.getByRole("menuitem", { name: title }).click();
  }

  /** What of a capture it is of, where something was selected. */
  get part(): Locator {
    return this.bar.getByRole("combobox", { name: "Part of the recording" });
  }

  /** What the report has, to be left out, titled, noted and moved; a drawer in a narrow window. */
  get sections(): Locator {
    return this.#page.getByRole("complementary", { name: "Sections of the report" });
  }

  async openSections(): Promise<void> {
    if (!(await this.sections.isVisible())) {
      await this.#page.getByRole("button", { name: "Show: Sections of the report" }).click();
    }
    await expect(this.sections).toBeVisible();
  }

  /** Whether it is in the report. */
  isShown(title: string): Locator {
    return this.sections.getByRole("checkbox", { name: `Show ${title}` });
  }

  /** Opens the fields of a section, by its title without a number. */
  async editSection(title: string): Promise<void> {
    await this.sections.getByRole("button", { name: new RegExp(`^(\\d+\\. )?${title}$`) }).click();
    await expect(this.titleField).toBeVisible();
  }

  /** Adds a chart of the part that one looks at. */
  async addChart(kind: "Lanes" | "Phases" | "Waits"): Promise<void> {
    await this.sections.getByRole("button", { name: "Add a chart" }).click();
    await this.#page.getByRole("menuitem", { name: new RegExp(`^${kind}`) }).click();
  }

  get titleField(): Locator {
    return this.sections.getByRole("textbox", { name: "Title" });
  }

  get noteField(): Locator {
    return this.sections.getByRole("textbox", { name: "Note above it" });
  }

  async expectPreview(title: string): Promise<void> {
    await expect(this.preview.getByRole("heading", { level: 1 })).toContainText(title);
  }

  async export(format: ReportFormat): Promise<Download> {
    const [download] = await Promise.all([
      this.#page.waitForEvent("download", { timeout: 60_000 }),
      this.exportButton(format).click(),
    ]);
    return download;
  }
}
