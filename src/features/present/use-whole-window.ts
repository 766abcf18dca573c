/** A presentation has the window and the focus, in a browser the screen, and gives them back when it ends. */
import { type RefObject, useEffect, useLayoutEffect } from "react";
import { desktop } from "../../state/shell/platform.ts";

/** Where the focus was, else what the screen is about. */
export function useWholeFocus(root: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const origin = document.activeElement;
    root.current?.focus();
    return () => {
      const isThere =
        origin instanceof HTMLElement && origin.isConnected && origin !== document.body;
      const element = isThere
        ? origin
        : document.querySelector<HTMLElement>("main [data-takes-focus]");
      element?.focus();
    };
  }, [root]);
}

/** Where the browser lets it. Its own way out of the full screen ends the presentation too. */
export function useFullScreen(root: RefObject<HTMLElement | null>, onLeave: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once
  useEffect(() => {
    const element = root.current;
    if (element === null || desktop() !== null || element.requestFullscreen === undefined) return;
    // Refused where it was not opened by a press, or not at all: the window is filled all the same.
    element.requestFullscreen().catch(() => undefined);
    const onChange = (): void => {
      if (document.fullscreenElement === null) onLeave();
    };
    document.addEventListener("fullscreenchange", onChange);
    return () => {
      document.removeEventListener("fullscreenchange", onChange);
      if (document.fullscreenElement === element) {
        document.exitFullscreen().catch(() => undefined);
      }
    };
  }, []);
}
