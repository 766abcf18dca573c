/** Gives the focus back to where it was before an overlay took it. */
import { useEffect, useRef } from "react";

/**
 * For an overlay that no button of the page opens: a key does, so that nothing but this knows where
 * the focus came from. What has moved it elsewhere in the meantime keeps it.
 */
export function useFocusReturn(shown: boolean): void {
  const origin = useRef<Element | null>(null);
  // While rendering: once the overlay is on the page, it has the focus itself.
  if (shown && origin.current === null) origin.current = document.activeElement;
  useEffect(() => {
    if (shown || origin.current === null) return;
    const { current: element } = origin;
    origin.current = null;
    // After the overlay has left the page, and given up its hold on the focus.
    const frame = requestAnimationFrame(() => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && element instanceof HTMLElement && element.isConnected) element.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [shown]);
}
