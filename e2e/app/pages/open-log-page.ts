/** Open log: an ERRORLOG from a file, from the clipboard, or the sample. */
import type { Locator, Page } from "@playwright/test";

export class OpenLogPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get main(): Locator {
    return this.#page.getByRole("main");
  }

  /** Chooses a file as the dialog gives it. */
  async openFile(path: string): Promise<void> {
    const [chooser] = await Promise.all([
      this.#page.waitForEvent("filechooser"),
      this.main.getByRole("button", { name: "Choose files…" }).click(),
    ]);
    await chooser.setFiles(path);
  }

  openSample(): Promise<void> {
    return this.main.getByRole("button", { name: "Open the sample log" }).click();
  }

  async openText(text: string): Promise<void> {
    await this.main.getByRole("textbox", { name: "Log text" }).fill(text);
    await this.main.getByRole("button", { name: "Open this text" }).click();
  }

  /** A log that was opened before. */
  recent(fileName: string): Locator {
    return this.main
      .getByRole("listitem")
      .getByRole("button", { name: new RegExp(`^${fileName}`) });
  }
}
