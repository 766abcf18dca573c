/** Open log: files from a dialog or the clipboard, or the sample; and what was opened before. */
import { expect, type Locator, type Page } from "@playwright/test";

export class OpenLogPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get main(): Locator {
    return this.#page.getByRole("main");
  }

  /** Chooses files as the dialog gives them. */
  async openFiles(...paths: string[]): Promise<void> {
    const [chooser] = await Promise.all([
      this.#page.waitForEvent("filechooser"),
      this.main.getByRole("button", { name: "Choose files…" }).click(),
    ]);
    await chooser.setFiles(paths);
  }

  openSample(): Promise<void> {
    return this.main.getByRole("button", { name: "Open the sample log" }).click();
  }

  async openText(text: string): Promise<void> {
    await this.main.getByRole("textbox", { name: "Text to open" }).fill(text);
    await this.main.getByRole("button", { name: "Open this text" }).click();
  }

  /** Why files were not opened. */
  get problems(): Locator {
    return this.main
      .getByRole("group")
      .or(this.main.getByRole("alert"))
      .filter({
        hasText: /[Nn]ot opened/,
      });
  }

  get progress(): Locator {
    return this.main.getByRole("progressbar", { name: /^Opening/ });
  }

  async cancel(): Promise<void> {
    await this.main.getByRole("button", { name: "Cancel" }).click();
    await expect(this.progress).toBeHidden();
  }

  /** A capture that was opened before. */
  recent(title: string): Locator {
    return this.main.getByRole("listitem").getByRole("button", { name: new RegExp(`^${title}`) });
  }

  async remove(title: string): Promise<void> {
    await this.main.getByRole("button", { name: new RegExp(`^Remove ${title}`) }).click();
    await this.#page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Remove", exact: true })
      .click();
  }
}
