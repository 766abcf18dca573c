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
      this.main
        .getByRole("button", { name: /choose|open.*file/i })
        .first()
        .click(),
    ]);
    await chooser.setFiles(path);
  }
}
