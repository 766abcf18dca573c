/** Report: the preview of a run's report, and its exports. */
import {
  type Download,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
} from "@playwright/test";
import type { ReportFormat } from "../../../app/contract/rpc/services.ts";

export class ReportPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get preview(): FrameLocator {
    return this.#page.frameLocator('iframe[title^="Report"]');
  }

  exportButton(format: ReportFormat): Locator {
    return this.#page
      .getByRole("main")
      .getByRole("button", { name: new RegExp(`\\b${format}\\b`, "i") });
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
