/**
 * In the desktop app closing the window ends what runs in it, so it asks first. In a browser the
 * server runs on, and there is nothing to ask.
 */
import { useEffect } from "react";
import { useLibrary } from "../state/library/library.ts";
import { desktop } from "../state/shell/platform.ts";

export function useLeaveGuard(): void {
  const running = useLibrary(({ entries }) => entries.some(({ status }) => status === "running"));
  useEffect(() => {
    if (!running || desktop() === null) return;
    // Main shows the question: see app/main/main-window.ts.
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", stay);
    return () => window.removeEventListener("beforeunload", stay);
  }, [running]);
}
