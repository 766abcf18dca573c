/** Present: what fills the window, gone through by the keys of a clicker. */
import { expect, type Locator, type Page } from "@playwright/test";

/** No presentation has more steps, and each takes two presses where it is played. */
const mostPresses = 2 * 41;

export class PresentPage {
  readonly #page: Page;
  readonly stage: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.stage = page.getByRole("dialog", { name: "Presentation" });
  }

  get sentence(): Locator {
    return this.stage.getByRole("status");
  }

  /** "Step 3 of 14". */
  get dots(): Locator {
    return this.stage.getByRole("img", { name: /^Step / });
  }

  async position(): Promise<{ readonly at: number; readonly count: number }> {
    const label = (await this.dots.getAttribute("aria-label")) ?? "";
    const [, at, count] = /^Step (\d+) of (\d+)$/.exec(label) ?? [];
    return { at: Number(at), count: Number(count) };
  }

  /** The sentence, with plain spaces. */
  async told(): Promise<string> {
    return (await this.sentence.innerText()).replaceAll(/\s+/g, " ");
  }

  /** What is recorded is read first. The window keeps the size that the test gave it: it does not fill the screen. */
  async open(): Promise<void> {
    await this.#page.evaluate(
      "Element.prototype.requestFullscreen = () => Promise.reject(new Error('not in a test'))",
    );
    await this.#page.keyboard.press("F5");
    await expect(this.sentence).not.toHaveText(/^(Opening|Waiting)/);
  }

  /** Presses the clicker until the sentence stands there. */
  async goOnTo(sentence: RegExp): Promise<void> {
    for (let presses = 0; presses < mostPresses; ++presses) {
      if (sentence.test(await this.told())) return;
      await this.#page.keyboard.press("PageDown");
    }
    expect(await this.told()).toMatch(sentence);
  }

  async leave(): Promise<void> {
    await this.#page.keyboard.press("Escape");
    await expect(this.stage).toBeHidden();
  }
}
