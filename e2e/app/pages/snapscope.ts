/** The window: its screens, and what lies over all of them. */
import { expect, type Locator, type Page } from "@playwright/test";
import { ComparePage } from "./compare-page.ts";
import { ExperimentsPage } from "./experiments-page.ts";
import { FigurePage } from "./figure-page.ts";
import { FiguresPage } from "./figures-page.ts";
import { Lanes } from "./lanes.ts";
import { LivePage } from "./live-page.ts";
import { OpenLogPage } from "./open-log-page.ts";
import { PageMapView } from "./page-map.ts";
import { PlanPage } from "./plan-page.ts";
import { PresentPage } from "./present-page.ts";
import { ReplayPage } from "./replay-page.ts";
import { ReportPage } from "./report-page.ts";
import { RunsPage } from "./runs-page.ts";
import { SettingsPage } from "./settings-page.ts";

export const screenNames = [
  "Experiments",
  "Live",
  "Replay",
  "Compare",
  "Open log",
  "Runs",
  "Report",
  "Figures",
  "Plan",
  "Lessons",
  "Settings",
] as const;
export type ScreenName = (typeof screenNames)[number];

export type ThemeName = "light" | "dark";

export class Snapscope {
  readonly page: Page;
  readonly experiments: ExperimentsPage;
  readonly live: LivePage;
  readonly replay: ReplayPage;
  readonly present: PresentPage;
  readonly compare: ComparePage;
  readonly figure: FigurePage;
  readonly figures: FiguresPage;
  readonly plan: PlanPage;
  readonly runs: RunsPage;
  readonly report: ReportPage;
  readonly openLog: OpenLogPage;
  readonly settings: SettingsPage;
  readonly pageMap: PageMapView;
  /** The lanes of Live and of Replay: one player shows both. */
  readonly lanes: Lanes;

  constructor(page: Page) {
    this.page = page;
    this.experiments = new ExperimentsPage(page);
    this.live = new LivePage(page);
    this.replay = new ReplayPage(page);
    this.present = new PresentPage(page);
    this.compare = new ComparePage(page);
    this.figure = new FigurePage(page);
    this.figures = new FiguresPage(page);
    this.plan = new PlanPage(page);
    this.runs = new RunsPage(page);
    this.report = new ReportPage(page);
    this.openLog = new OpenLogPage(page);
    this.settings = new SettingsPage(page);
    this.pageMap = new PageMapView(page);
    this.lanes = new Lanes(page);
  }

  get rail(): Locator {
    return this.page.getByRole("navigation", { name: "Screens" });
  }

  get main(): Locator {
    return this.page.getByRole("main");
  }

  get palette(): Locator {
    return this.page.getByRole("dialog", { name: "Search actions and runs" });
  }

  get shortcuts(): Locator {
    return this.page.getByRole("dialog", { name: "Keyboard shortcuts" });
  }

  /** The title of what is shown. */
  get title(): Locator {
    return this.page.getByRole("banner").getByRole("heading", { level: 1 });
  }

  async expectReady(): Promise<void> {
    await expect(this.rail).toBeVisible();
  }

  async goTo(screen: ScreenName): Promise<void> {
    await this.rail.getByRole("button", { name: screen }).click();
    await this.expectScreen(screen);
  }

  async expectScreen(screen: ScreenName): Promise<void> {
    const button = this.rail.getByRole("button", { name: screen });
    await expect(button).toHaveAttribute("aria-current", "page");
    // The screen's code is fetched when it is first opened.
    await expect(this.page.getByText(`Opening ${screen}`)).toBeHidden();
  }

  async openPalette(): Promise<void> {
    await this.page.keyboard.press("Control+Shift+P");
    await expect(this.palette).toBeVisible();
  }

  /** Does what the palette offers under that name. */
  async choose(title: string): Promise<void> {
    await this.openPalette();
    await this.palette.getByRole("combobox").fill(title);
    await this.palette.getByRole("option", { name: title }).first().click();
    await expect(this.palette).toBeHidden();
  }

  async openShortcuts(): Promise<void> {
    await this.page.keyboard.press("?");
    await expect(this.shortcuts).toBeVisible();
  }

  async setTheme(theme: ThemeName): Promise<void> {
    await this.choose(`Theme: ${theme}`);
    await expect(this.page.locator("html")).toHaveAttribute("data-theme", theme);
  }

  /** A message at the edge of the window, until it goes or is dismissed. */
  notification(text: string | RegExp): Locator {
    return this.page
      .getByRole("listitem")
      .filter({ has: this.page.getByRole("button", { name: "Dismiss" }) })
      .filter({ hasText: text });
  }

  /** One that goes by itself fades meanwhile, and is dim then. */
  async dismiss(notification: Locator): Promise<void> {
    await notification.getByRole("button", { name: "Dismiss" }).click();
    await expect(notification).toHaveCount(0);
  }
}
