/** Live: a run under way, as its user watches and steers it. */
import { expect, type Locator, type Page } from "@playwright/test";

export class LivePage {
  readonly #page: Page;
  readonly runBar: Locator;
  readonly steer: Locator;
  readonly result: Locator;
  readonly log: Locator;
  readonly rail: Locator;
  readonly phases: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.runBar = page.getByRole("region", { name: "Run", exact: true });
    this.steer = page.getByRole("region", { name: "Controls of the run" });
    this.result = page.getByRole("region", { name: "Result of the run" });
    this.log = page.getByRole("region", { name: "ERRORLOG" });
    this.rail = page.getByRole("complementary", { name: "State of the run" });
    this.phases = this.rail.getByRole("list", { name: /^Phases of the creation/ });
  }

  /** What the first creation cost, in a sentence or a few. */
  get answer(): Locator {
    return this.result.getByText(/: creating ‘/).first();
  }

  /** What a database and an array snapshot cost, in one sentence. */
  get answerOfBothKinds(): Locator {
    return this.result.getByText(/: database snapshot ‘.*; array snapshot ‘/);
  }

  /** What each snapshot takes, one item for each. */
  get snapshots(): Locator {
    return this.rail.getByRole("listitem").filter({ hasText: "Pages pushed" });
  }

  /** The newest sparse file in small. */
  get miniature(): Locator {
    return this.rail.getByRole("img", { name: /^Sparse file of / });
  }

  /** What the run does, as the screen reader is told. */
  get activity(): Locator {
    return this.runBar.getByRole("status");
  }

  async expectActivity(text: string | RegExp, within: { timeout?: number } = {}): Promise<void> {
    await expect(this.activity).toHaveText(text, within);
  }

  /** A load that has shown itself to be steady is called so. */
  expectRunning(): Promise<void> {
    return this.expectActivity(/^(Running|Steady)$/);
  }

  /** Once the run takes commands: while a database is restored, it takes none. */
  setPace(label: "1×" | "10×" | "60×" | "Max"): Promise<void> {
    return this.runBar.getByRole("radio", { name: label }).check();
  }

  button(name: "Pause" | "Resume" | "Step to next phase" | "Stop" | "End at once"): Locator {
    return this.runBar.getByRole("button", { name });
  }

  /** Opens what the run can be told to pause at. */
  get breakOn(): Locator {
    return this.runBar.getByRole("button", { name: "Break on…" });
  }

  get breaks(): Locator {
    return this.#page.getByRole("dialog", { name: "Break on an event" });
  }

  /** What is set, and whether the end comes before a creation is over. */
  get plan(): Locator {
    return this.#page.getByRole("region", { name: "What the run is to do" });
  }

  takeAwayBreak(text: string): Promise<void> {
    return this.plan.getByRole("button", { name: `Take away the break ${text}` }).click();
  }

  async prolongBy(time: "30 s" | "1 min"): Promise<void> {
    await this.runBar.getByRole("button", { name: "Prolong…" }).click();
    await this.#page.getByRole("menuitem", { name: `Prolong by ${time}`, exact: true }).click();
  }

  /** Pale diamonds ahead of now. */
  get plannedActs(): Locator {
    return this.#page.locator('span[data-outcome="planned"]:empty');
  }

  time(name: "Engine time" | "Elapsed" | "Remaining"): Locator {
    return this.runBar
      .getByRole("definition")
      .nth(["Engine time", "Elapsed", "Remaining"].indexOf(name));
  }

  async expectCreated(snapshot: string): Promise<void> {
    await expect(this.rail.getByRole("heading", { name: `‘${snapshot}’ created` })).toBeVisible();
  }

  /** From a creation that is over. It framed itself if the page saw it begin before it had ended. */
  async backToTheRun(): Promise<void> {
    const back = this.#page.getByRole("button", { name: "Back to the run" });
    if (await back.isVisible()) await back.click();
  }

  async createSnapshot(name: string): Promise<void> {
    await this.steer.getByRole("textbox", { name: "Name of the new snapshot" }).fill(name);
    await this.steer.getByRole("button", { name: "Create snapshot" }).click();
  }

  /**
   * Opens a menu within the menu "More". By its key: it opens also a moment after the pointer has come to it,
   * and a click would then close it.
   */
  async openMore(
    menu:
      | "Table"
      | "Index"
      | "Drop snapshot or database"
      | "Backup"
      | "Array snapshot"
      | "Restart server",
  ): Promise<void> {
    await this.steer.getByRole("button", { name: "More" }).click();
    await this.#page.getByRole("menuitem", { name: menu, exact: true }).press("ArrowRight");
  }

  /** What takes something away is asked about once. */
  async #confirm(act: string): Promise<void> {
    const dialog = this.#page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: act, exact: true }).click();
    await expect(dialog).toBeHidden();
  }

  async backUp(type: "Full" | "Differential" | "Log"): Promise<void> {
    await this.openMore("Backup");
    await this.#page.getByRole("menuitem", { name: new RegExp(`^${type} backup \\S+$`) }).click();
  }

  /** By the usual freeze. */
  async takeArraySnapshot(name: string): Promise<void> {
    await this.openMore("Array snapshot");
    await this.#page
      .getByRole("menuitem", { name: `Take array snapshot ${name}`, exact: true })
      .click();
  }

  async deleteArraySnapshot(name: string): Promise<void> {
    await this.openMore("Array snapshot");
    await this.#page.getByRole("menuitem", { name: `Delete ${name}…` }).click();
    await this.#confirm("Delete");
  }

  /** In place, to the end of what is backed up; the dialog is looked at before. */
  async openRestoreOf(arraySnapshot: string): Promise<Locator> {
    await this.steer.getByRole("button", { name: "Undo a mistake" }).click();
    await this.#page
      .getByRole("menuitem", { name: `Restore array snapshot ${arraySnapshot}…` })
      .click();
    return this.#page.getByRole("dialog", { name: "Restore the database" });
  }

  /** Asks for a restore; the dialog offers the second before the latest mistake, or the end of what is backed up. */
  async openRestore(): Promise<Locator> {
    await this.steer.getByRole("button", { name: "Undo a mistake" }).click();
    await this.#page.getByRole("menuitem", { name: "Restore…" }).click();
    return this.#page.getByRole("dialog", { name: "Restore the database" });
  }

  /** To the end of what is backed up. */
  async restore(): Promise<void> {
    await confirmRestore(await this.openRestore());
  }

  /** To the end of what is backed up, into another database. */
  async restoreAs(name: string): Promise<void> {
    const dialog = await this.openRestore();
    await dialog.getByLabel("Under another name").fill(name);
    await expect(dialog.getByRole("status")).toContainText("Users go on.");
    await confirmRestore(dialog);
  }

  /** What is done to the table as a whole. */
  async changeTable(action: string): Promise<void> {
    await this.openMore("Table");
    await this.#page.getByRole("menuitem", { name: action }).click();
  }

  async dropTable(name: string): Promise<void> {
    await this.changeTable(`Drop table ${name}`);
    await this.#confirm("Drop");
  }

  /**
   * To the second before the latest mistake, which the dialog offers where there was one: "the table was
   * updated". Where the page has not heard of it when the dialog opens, another choice is made in it, and
   * stays: nothing moves under a hand that is about to press Restore.
   */
  async restoreToBefore(what: string, actsWithIt: number): Promise<void> {
    await expect(this.acts(actsWithIt)).toBeVisible();
    const dialog = await this.openRestore();
    await expect(
      dialog.getByRole("radio", { name: new RegExp(`^A second before ${what}, at `) }),
    ).toBeChecked();
    await confirmRestore(dialog);
  }

  /** It asks first. */
  async openRevert(name: string): Promise<Locator> {
    await this.steer.getByRole("button", { name: "Undo a mistake" }).click();
    await this.#page.getByRole("menuitem", { name: `Revert to ${name}…` }).click();
    return this.#page.getByRole("alertdialog");
  }

  async dropSnapshot(name: string): Promise<void> {
    await this.openMore("Drop snapshot or database");
    await this.#page.getByRole("menuitem", { name: `Drop ${name}…` }).click();
    await this.#confirm("Drop");
  }

  async setUsers(users: number): Promise<void> {
    const field = this.steer.getByRole("textbox", { name: "Number of users" });
    await field.fill(String(users));
    await field.press("Enter");
  }

  /** How many acts were recorded, as the row says. */
  acts(count: number): Locator {
    const actions = count === 1 ? "1 action" : `${count} actions`;
    return this.steer.getByRole("button", { name: `Controls · ${actions} recorded` });
  }

  /**
   * Steps until the phase of the snapshot's creation begins, at which the run is paused. It begins from a
   * pause: a step that is asked for before the page knows of the last one's pause goes one phase too far.
   */
  async stepInto(phase: string, snapshot: string): Promise<void> {
    const creating = this.rail.getByRole("heading", { name: `Creating ‘${snapshot}’` });
    const step = this.phases.getByRole("listitem").filter({ hasText: phase });
    const reached = async () =>
      (await creating.isVisible()) && (await step.innerText()).includes("so far");
    // The first step goes from wherever the run was to its next phase, which may be far.
    await this.expectActivity("Paused", { timeout: 60_000 });
    while (!(await reached())) {
      const before = await this.phases.innerText();
      await this.button("Step to next phase").click();
      await expect.poll(() => this.phases.innerText(), { timeout: 60_000 }).not.toBe(before);
      // What changes first may be the phase that goes on: a step that comes before the pause is one more.
      await this.expectActivity("Paused");
    }
  }

  logRow(text: string | RegExp): Locator {
    return this.log.getByRole("row").filter({ hasText: text });
  }

  wait(name: string): Locator {
    return this.rail.getByRole("listitem").filter({ hasText: name });
  }

  async expectEnded(word: "Completed" | "Failed" | "Cancelled" | "Interrupted"): Promise<void> {
    await expect(this.result).toContainText(word, { timeout: 120_000 });
  }

  openReplay(): Promise<void> {
    return this.result.getByRole("button", { name: "Replay" }).click();
  }

  async restOnPresent(): Promise<void> {
    await this.runBar.getByRole("button", { name: "Present" }).hover();
    await expect(this.#page.getByRole("tooltip")).toBeVisible();
  }

  openReport(): Promise<void> {
    return this.result.getByRole("button", { name: "Report" }).click();
  }
}

async function confirmRestore(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(dialog).toBeHidden();
}
