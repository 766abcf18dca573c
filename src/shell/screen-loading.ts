/**
 * Screens are fetched in parts. In a browser the server may be away just when one is opened for the
 * first time: so all are fetched while nothing else is going on, and a failed fetch waits for the
 * connection and is tried once more.
 */
import { type ComponentType, lazy } from "react";
import { connectionOpen } from "../state/services/services.ts";

export type ScreenModule = { default: ComponentType };
export type LoadScreen = () => Promise<ScreenModule>;

const loads: LoadScreen[] = [];

async function loadPatiently(load: LoadScreen): Promise<ScreenModule> {
  try {
    return await load();
  } catch {
    await connectionOpen();
    return load();
  }
}

export function lazyScreen(load: LoadScreen): ComponentType {
  loads.push(load);
  return lazy(() => loadPatiently(load));
}

/** One after the other, each when the page is idle. */
export async function fetchScreens(): Promise<void> {
  for (const load of loads) {
    await new Promise<void>((resolve) => {
      requestIdleCallback(() => resolve(), { timeout: 2_000 });
    });
    // Not here for its result: opening the screen will ask again, and tell.
    await load().catch(() => undefined);
  }
}
