/** Replay: a recorded run or an opened log, played back. */
import { type Download, expect, type Locator, type Page } from "@playwright/test";
import { OverlayDialog } from "./overlay-dialog.ts";

export class ReplayPage {
  readonly #page: Page;
  readonly playback: Locator;
  readonly log: Locator;
  readonly playhead: Locator;
  readonly details: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.playback = page.getByRole("toolbar", { name: "Playback" });
    this.log = page.getByRole("grid", { name: /^ERRORLOG/ });
    this.playhead = page.getByRole("slider", { name: "Playhead" });
    this.details = page.getByRole("complementary", { name: "Details" });
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

  async expectOpen(name: string | RegExp): Promise<void> {
    await expect(
      this.#page.getByRole("main").getByRole("heading", { name, exact: true, level: 1 }),
    ).toBeVisible();
  }

  setSpeed(speed: "0.1×" | "1×" | "10×" | "100×"): Promise<void> {
    return this.playback.getByRole("radio", { name: speed, exact: true }).check();
  }

  get skipIdle(): Locator {
    return this.playback.getByRole("switch", { name: "Skip idle" });
  }

  /** Drags the playhead by its handle to a share of the width that it can move in. */
  async scrubTo(share: number): Promise<void> {
    const track = await this.playhead.locator("..").boundingBox();
    const handle = await this.playhead.locator("svg").boundingBox();
    if (track === null || handle === null) throw new Error("the playhead is not on the page");
    const y = handle.y + handle.height / 2;
    await this.#page.mouse.move(handle.x + handle.width / 2, y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(track.x + track.width * share, y, { steps: 8 });
    await this.#page.mouse.up();
  }

  row(text: string | RegExp): Locator {
    return this.log.getByRole("row").filter({ hasText: text });
  }

  get selectedRow(): Locator {
    return this.log.getByRole("row", { selected: true });
  }

  find(text: string): Promise<void> {
    return this.#page.getByRole("searchbox", { name: "Find in the messages" }).fill(text);
  }

  /** Selects the first record that has the text, wherever in the log it is. */
  async selectRecord(text: string): Promise<void> {
    await this.find(text);
    await expect(this.hits).toHaveText(/^\d+ hits?$/);
    await this.#page.keyboard.press("Enter");
    await expect(this.selectedRow).toContainText(text);
  }

  /** "5 hits", then "1 of 5". */
  get hits(): Locator {
    return this.#page.getByRole("region", { name: "ERRORLOG" }).getByRole("status").first();
  }

  /** The phases as the screen reader has them. */
  get phases(): Locator {
    return this.#page.getByRole("table", { name: /^Phases/ });
  }

  /** A low window leaves them out at first. */
  async showPhases(): Promise<void> {
    const toggle = this.#page
      .getByRole("group", { name: "Charts" })
      .getByRole("button", { name: "Phases", exact: true });
    if ((await toggle.getAttribute("aria-pressed")) === "false") await toggle.click();
    // A line has no width, so that it counts as hidden.
    await expect(this.playhead).toBeAttached();
  }

  /** The list has rows for so many records, when all is read. */
  expectRecords(count: number): Promise<void> {
    return expect(this.log).toHaveAttribute("aria-rowcount", String(count + 1));
  }

  /** Its records and marks are there: nothing more comes that would draw the lanes again. */
  expectLogRead(): Promise<void> {
    return expect(this.log).toHaveAttribute("aria-rowcount", /^[1-9]\d+$|^[2-9]$/);
  }

  /** While a capture is read; what was read stays. */
  async cancelReading(): Promise<void> {
    const cancel = this.#page.getByRole("main").getByRole("button", { name: /^(Cancel|Stop)/ });
    await cancel.click();
    await expect(cancel).toBeHidden();
  }

  /**
   * Opens the report of a run or of logs, or of what is selected in them, where the span is named: a record's phase may be
   * known, or have its end, a moment after its line is there.
   */
  async openReport(span?: string): Promise<void> {
    const button = this.#page
      .getByRole("main")
      .getByRole("button", { name: "Report", exact: true });
    if (span !== undefined) await expect(button).toHaveAttribute("title", new RegExp(span));
    await button.click();
  }

  /** The overlaid run, by the button that changes it. */
  get overlay(): Locator {
    return this.#page.getByRole("button", { name: /^Overlaid: / });
  }

  async askForOverlay(): Promise<OverlayDialog> {
    await this.#page.getByRole("button", { name: "Overlay a run…" }).click();
    return new OverlayDialog(
      this.#page.getByRole("dialog", { name: "Overlay a run on this recording" }),
    );
  }

  /** Writes the records that the list shows to a file. */
  async exportRecords(how: "Verbatim, as a log" | "As CSV"): Promise<Download> {
    await this.#page.getByRole("button", { name: "Export records" }).click();
    const item = this.#page
      .getByRole("group", { name: "Records shown in the list" })
      .getByRole("menuitem", { name: how });
    const [download] = await Promise.all([this.#page.waitForEvent("download"), item.click()]);
    return download;
  }

  /** In a narrow window what stands beside the charts is a drawer, which is closed at first. */
  async openDetails(): Promise<void> {
    const opener = this.#page.getByRole("button", { name: "Show: Details" });
    await expect(this.details.or(opener).first()).toBeVisible();
    if (await opener.isVisible()) await opener.click();
    await expect(this.details).toBeVisible();
  }

  async showTab(name: "Here" | "Waits" | "Findings" | "Data"): Promise<void> {
    await this.openDetails();
    await this.details.getByRole("tab", { name }).click();
  }

  /** Shows a part of the tab of data that is folded away until one asks for it. */
  async showData(part: "Counters" | "Responses" | "Plan" | "Backups" | "Files"): Promise<void> {
    await this.showTab("Data");
    const toggle = this.details.getByRole("button", { name: part, exact: true });
    if ((await toggle.getAttribute("aria-expanded")) === "false") await toggle.click();
    await expect(toggle).toHaveAttribute("aria-expanded", "true");
  }

  /** The lines of the tab of waits, each of one wait type. */
  get waitsOverTime(): Locator {
    return this.details
      .getByRole("figure", { name: "Waits over the run" })
      .locator("path[data-wait]");
  }

  /** The guided series that the run is a step of. */
  get series(): Locator {
    return this.details.getByRole("region", { name: "Step by step" });
  }

  get steps(): Locator {
    return this.series.getByRole("row").filter({ has: this.#page.getByRole("rowheader") });
  }

  get nextStep(): Locator {
    return this.series.getByRole("button", { name: "Run the next step" });
  }

  /** The recommendations on a run that completed. */
  get recommendations(): Locator {
    return this.details.getByRole("list", { name: "Recommendations" }).getByRole("listitem");
  }
}
