/** Replay: a recorded run or an opened log, played back. */
import { expect, type Locator, type Page } from "@playwright/test";

export class ReplayPage {
  readonly #page: Page;
  readonly playback: Locator;
  readonly log: Locator;
  readonly crosshair: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.playback = page.getByRole("toolbar", { name: "Playback" });
    this.log = page.getByRole("grid", { name: /^ERRORLOG/ });
    this.crosshair = page.getByRole("slider", { name: /^Crosshair/ });
  }

  /** HH:MM:SS.ss of the playhead. */
  get time(): Locator {
    return this.playback.getByLabel("Time of the playhead");
  }

  button(
    name: "Play" | "Pause" | "Next event" | "Previous event" | "Next phase" | "Previous phase",
  ) {
    return this.playback.getByRole("button", { name: new RegExp(`^${name}`) });
  }

  async expectOpen(name: string): Promise<void> {
    await expect(
      this.#page.getByRole("main").getByRole("heading", { name, exact: true }),
    ).toBeVisible();
  }

  setSpeed(speed: "0.1×" | "1×" | "10×" | "100×"): Promise<void> {
    return this.playback.getByRole("radio", { name: speed, exact: true }).check({ force: true });
  }

  row(text: string | RegExp): Locator {
    return this.log.getByRole("row").filter({ hasText: text });
  }

  get selectedRow(): Locator {
    return this.log.getByRole("row", { selected: true });
  }

  async find(text: string): Promise<void> {
    const field = this.#page.getByRole("searchbox", { name: /log/i });
    await field.fill(text);
  }
}
