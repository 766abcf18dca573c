/** How a page uses its room: what share the plots have, how small its text is, and what of it is cut. */
import type { Page } from "@playwright/test";

export interface Stage {
  /** The share of the window's width that the widest plot of time has; null: there is none. */
  readonly plotShare: number | null;
  /** From the window's top to the first plot, px; null: there is none. */
  readonly abovePlots: number | null;
  /** The smallest text of all that is drawn, px. */
  readonly smallestText: number;
  /** Texts of which a part is hidden, and nothing tells the whole, in words. */
  readonly clipped: readonly string[];
}

export const stageOf = (page: Page): Promise<Stage> =>
  page.evaluate(() => {
    interface Box {
      readonly left: number;
      readonly top: number;
      readonly right: number;
      readonly bottom: number;
    }
    const isSeen = ({ left, top, right, bottom }: Box): boolean =>
      right - left > 1 && bottom - top > 1;

    /** What is hidden from the eye, and meant to be. */
    function isHidden(element: Element): boolean {
      if (!element.checkVisibility()) return true;
      for (let node: Element | null = element; node !== null; node = node.parentElement) {
        const { visibility, opacity, clip, clipPath } = getComputedStyle(node);
        if (visibility === "hidden" || opacity === "0") return true;
        if (clip !== "auto" || clipPath !== "none") return true;
      }
      return false;
    }

    /** Below what lies over all of the screen nothing is to be read. */
    const dialog = document.querySelector('[role="dialog"]');
    const isBelow = (element: Element): boolean =>
      dialog !== null && !dialog.contains(element) && element.closest("[role=menu]") === null;

    /** A text that ends in "…" has the whole where pointer and ear find it. */
    const tellsWhole = (element: Element): boolean =>
      element.closest("[title], [aria-label], [aria-describedby]") !== null;

    /** What hides a part of a box without letting one scroll to it; null: nothing does. */
    function hiderOf(element: Element, box: Box): string | null {
      let [x, y] = [true, true];
      for (let node: Element | null = element; node !== null; node = node.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(node);
        const room = node.getBoundingClientRect();
        // Where one can scroll, or the part that is scrolled away has begun, nothing is lost.
        if (overflowX === "auto" || overflowX === "scroll") x = false;
        if (overflowY === "auto" || overflowY === "scroll") y = false;
        const clipsX = x && overflowX !== "visible";
        const clipsY = y && overflowY !== "visible";
        const name = `${node.tagName.toLowerCase()}.${node.getAttribute("class") ?? ""}`;
        if (clipsX && (box.left < room.left - 1.5 || box.right > room.right + 1.5)) return name;
        if (clipsY && (box.top < room.top - 4 || box.bottom > room.bottom + 4)) return name;
        if (position === "fixed") break;
      }
      const beyond = (x && box.right > innerWidth + 1) || (y && box.bottom > innerHeight + 1);
      return beyond ? "the window" : null;
    }

    const clipped = new Set<string>();
    let smallestText = Number.POSITIVE_INFINITY;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (element === null || text === "") continue;
      if (element.closest("script, style, title, option, iframe, noscript") !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (!isSeen(box) || isHidden(element) || isBelow(element)) continue;
      // Scrolled away, or not yet scrolled to.
      if (box.bottom < 0 || box.right < 0 || box.top > innerHeight) continue;
      smallestText = Math.min(smallestText, Number.parseFloat(getComputedStyle(element).fontSize));
      const hider = hiderOf(element, box);
      if (hider !== null && !tellsWhole(element)) {
        clipped.add(
          `“${text.slice(0, 50)}” at ${Math.round(box.left)}, ${Math.round(box.top)} by ${hider}`,
        );
      }
    }
    const plots = [...document.querySelectorAll("[data-plot]")]
      .map((plot) => plot.getBoundingClientRect())
      .filter(isSeen);
    return {
      plotShare:
        plots.length === 0 ? null : Math.max(...plots.map(({ width }) => width)) / innerWidth,
      abovePlots: plots.length === 0 ? null : Math.min(...plots.map(({ top }) => top)),
      smallestText,
      clipped: [...clipped],
    };
  });
