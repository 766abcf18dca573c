/** The dialog that lays a run over a recording. */
import { expect, type Locator } from "@playwright/test";

export class OverlayDialog {
  readonly #dialog: Locator;

  constructor(dialog: Locator) {
    this.#dialog = dialog;
  }

  async chooseRun(name: string): Promise<void> {
    const field = this.#field("Run");
    // The list opens with the first key or click; a value that is set is neither.
    await field.click();
    await field.fill(name);
    await field.page().getByRole("option", { name }).first().click();
    await expect(field).toHaveValue(name);
  }

  get underMoment(): Locator {
    return this.#field("Align this point");
  }

  get runMoment(): Locator {
    return this.#field("with this point of the run");
  }

  /** What the choice does, in words. */
  get words(): Locator {
    return this.#dialog.getByRole("status");
  }

  async layOver(): Promise<void> {
    await this.#dialog.getByRole("button", { name: "Overlay", exact: true }).click();
    await expect(this.#dialog).toBeHidden();
  }

  #field(name: string): Locator {
    return this.#dialog.getByRole("combobox", { name, exact: true });
  }
}
