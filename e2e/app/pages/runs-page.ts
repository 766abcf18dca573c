/** Runs: the library as a list. */
import { expect, type Locator, type Page } from "@playwright/test";

export class RunsPage {
  readonly #page: Page;
  readonly list: Locator;
  readonly toolbar: Locator;
  readonly details: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole("grid", { name: "Runs" });
    this.toolbar = page.getByRole("toolbar", { name: "Runs" });
    this.details = page.getByRole("complementary", { name: "Details of the chosen run" });
  }

  get rows(): Locator {
    return this.list.getByRole("row").filter({ has: this.#page.getByRole("gridcell") });
  }

  row(name: string): Locator {
    return this.rows.filter({ hasText: name });
  }

  async choose(name: string): Promise<void> {
    await this.row(name).click();
    await expect(this.row(name)).toHaveAttribute("aria-selected", "true");
  }

  /** In the order of the columns. */
  cell(name: string, column: string): Locator {
    const columns = [
      ...["Name", "Status", "Users", "Device", "Snapshots", "Creation", "p99 before", "p99 after"],
      ...["Transactions/s", "Started", "Verified", "Preset", "Tags", "Engine time", "Size"],
    ];
    return this.row(name).getByRole("gridcell").nth(columns.indexOf(column));
  }

  async sortBy(column: string): Promise<void> {
    await this.list.getByRole("columnheader", { name: column }).getByRole("button").click();
  }

  search(text: string): Promise<void> {
    return this.toolbar.getByRole("textbox", { name: /^Search runs/ }).fill(text);
  }

  async showDetails(): Promise<void> {
    if (await this.details.isVisible()) return;
    await this.command("Details").click();
    await expect(this.details).toBeVisible();
  }

  /** One of "Replay", "Report", "Run again", "Export…", "Delete", "Import…", "Details". */
  command(name: string): Locator {
    return this.toolbar.getByRole("button", { name, exact: true });
  }

  async rename(name: string, newName: string): Promise<void> {
    await this.choose(name);
    await this.list.focus();
    await this.#page.keyboard.press("F2");
    const field = this.list.getByRole("textbox", { name: "Name of the run" });
    await field.fill(newName);
    await field.press("Enter");
    await expect(this.row(newName)).toBeVisible();
  }
}
