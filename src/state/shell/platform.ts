/** What the platform is like, as far as the UI shows it. */
import { hostBridge } from "../../client/connection.ts";

/** The desktop's bridge where there is one; null in a browser, and where there is no window. */
export const desktop = () => (typeof window === "undefined" ? null : hostBridge());

/** Command is the main modifier on a Mac. */
export function isMac(): boolean {
  const bridge = desktop();
  if (bridge !== null) return bridge.platform === "darwin";
  return typeof navigator !== "undefined" && /mac/i.test(navigator.userAgent);
}
