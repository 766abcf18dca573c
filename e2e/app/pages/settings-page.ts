/** Settings: looks, keys, and what the installation is made of. */
import type { Locator, Page } from "@playwright/test";

export class SettingsPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  theme(label: string): Locator {
    return this.#page
      .getByRole("radiogroup", { name: "Theme" })
      .getByRole("radio", { name: label });
  }

  fact(name: string): Locator {
    return this.#page
      .getByRole("main")
      .getByRole("definition")
      .and(this.#page.locator(`dt:text-is("${name}") + dd`));
  }
}
