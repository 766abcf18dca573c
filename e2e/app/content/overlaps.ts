/** Texts and controls of a page that lie over one another: what is seen of each, compared with all others. */
import type { Page } from "@playwright/test";

/** Pairs of texts, and pairs of controls, that share more than a hair's breadth of the page, in words. */
export const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Box {
      readonly left: number;
      readonly top: number;
      readonly right: number;
      readonly bottom: number;
    }
    interface Seen extends Box {
      readonly text: string;
      readonly element: Element;
    }
    /** Rounding of glyphs' boxes, which are higher than what is drawn of them, px. */
    const hair = 3;
    const common = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    });
    const isLarge = ({ left, top, right, bottom }: Box): boolean =>
      right - left > hair && bottom - top > hair;
    const window_: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

    /** What its ancestors leave of a box; null: nothing of it is drawn. */
    function drawnPart(element: Element, box: Box): Box | null {
      if (!element.checkVisibility()) return null;
      let part = common(box, window_);
      for (let node: Element | null = element; node !== null; node = node.parentElement) {
        const style = getComputedStyle(node);
        if (style.visibility === "hidden" || style.opacity === "0") return null;
        if (style.clipPath !== "none") return null;
        const clips = style.overflowX !== "visible" || style.overflowY !== "visible";
        if (clips) part = common(part, node.getBoundingClientRect());
        if (style.position === "fixed") break;
      }
      return isLarge(part) ? part : null;
    }

    const seen: Seen[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (element === null || text === "") continue;
      if (element.closest("script, style, title, option, iframe") !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const part = drawnPart(element, rect);
        if (part !== null) seen.push({ ...part, text, element });
      }
    }
    // A radio button or a switch is drawn by what lies over it: it has a box, but no opacity.
    const controls = [...document.querySelectorAll("button, input, select, textarea, summary")];
    const seenControls: Seen[] = [];
    for (const element of controls) {
      const around = element.parentElement;
      const part = around === null ? null : drawnPart(around, element.getBoundingClientRect());
      const text = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
      if (part !== null) seenControls.push({ ...part, text: `[${text}]`, element });
    }
    const isOpaque = (element: Element): boolean => {
      const { backgroundColor, opacity } = getComputedStyle(element);
      const alpha = /^rgba\(.*, ([\d.]+)\)$/.exec(backgroundColor)?.[1] ?? "1";
      return opacity === "1" && Number(alpha) > 0.99;
    };
    /** A heading that stays in place hides what is scrolled below it. */
    function isHidden(one: Element, other: Element, shared: Box): boolean {
      const [x, y] = [(shared.left + shared.right) / 2, (shared.top + shared.bottom) / 2];
      const stack = document.elementsFromPoint(x, y);
      const places = [one, other].map((element) => stack.indexOf(element));
      const [upper, lower] = [Math.min(...places), Math.max(...places)];
      const below = stack[lower];
      if (upper < 0 || below === undefined) return false;
      return stack.slice(0, lower).some((element) => !element.contains(below) && isOpaque(element));
    }
    /** What lies over all of the screen hides it, and is meant to. */
    const layerOf = (element: Element) =>
      element.closest('[role="dialog"], [role="menu"], [role="tooltip"], [popover], [data-over]');
    const found = new Set<string>();
    function compare(boxes: Seen[]): void {
      boxes.sort((a, b) => a.top - b.top);
      for (const [index, one] of boxes.entries()) {
        for (let next = index + 1; next < boxes.length; ++next) {
          const other = boxes[next];
          if (other === undefined || other.top >= one.bottom) break;
          if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
          if (layerOf(one.element) !== layerOf(other.element)) continue;
          const shared = common(one, other);
          if (!isLarge(shared) || isHidden(one.element, other.element, shared)) continue;
          const at = `${Math.round(shared.left)}, ${Math.round(shared.top)}`;
          found.add(`“${one.text.slice(0, 40)}” and “${other.text.slice(0, 40)}” at ${at}`);
        }
      }
    }
    compare(seen);
    compare(seenControls);
    return [...found];
  });
