/** Keeps the focus on a screen when what has it goes away, such as the button that removes a volume. */
import { type RefObject, useEffect } from "react";

/** Only the chosen one of radio buttons is a stop, as for the Tab key: Space would choose another. */
const focusable =
  "button:not(:disabled), input:not(:disabled, [type='radio']:not(:checked)), select:not(:disabled), summary, [tabindex='0']";
/** What a screen is about, such as its list: it goes before what stands above it. */
const first = "[data-takes-focus]";

/**
 * What had the focus and is removed or disabled leaves it to the body, and whoever uses the keyboard
 * starts from the top again. Here it goes to what is nearest: within the closest element around it that
 * is still there, to what is marked with `data-takes-focus` before all else. Where another screen has taken
 * the place of all of it, it goes to what that is about, as soon as it is there, and to no button of it: Space
 * would press that, and pause no run.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    let around: readonly Element[] = [];
    const remember = ({ target }: FocusEvent): void => {
      last = null;
      if (!(target instanceof HTMLElement) || root.current?.contains(target) !== true) return;
      last = target;
      around = ancestorsOf(target, root.current);
    };
    const keep = (): void => {
      if (last === null || (last.isConnected && !last.matches(":disabled"))) return;
      const { activeElement, body } = document;
      if (activeElement !== null && activeElement !== body && activeElement !== last) return;
      const left = around.filter((element) => element.isConnected);
      const isOther = left.length === 1 && around.length > 1;
      const nearest = left
        .map(
          (element) =>
            element.querySelector<HTMLElement>(first) ??
            (isOther ? null : element.querySelector<HTMLElement>(focusable)),
        )
        .find((element) => element !== null);
      if (nearest === undefined && isOther) return;
      last = null;
      nearest?.focus();
    };
    const observer = new MutationObserver(keep);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ["disabled"],
    });
    document.addEventListener("focusin", remember);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", remember);
    };
  }, [root]);
}

function ancestorsOf(element: Element, end: Element): readonly Element[] {
  const found: Element[] = [];
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    found.push(at);
    if (at === end) break;
  }
  return found;
}
