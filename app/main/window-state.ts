/** Where the window was, so that it comes back there; never where no display is any more. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WindowState {
  /** Where the window lies when it is not maximised; null: where the system puts it. */
  readonly bounds: Area | null;
  readonly maximized: boolean;
}

export const smallestWindow = { width: 960, height: 600 } as const;
const defaultState: WindowState = { bounds: null, maximized: false };

/** A file that is missing or makes no sense means the default. */
export function readWindowState(file: string): WindowState {
  try {
    return parseWindowState(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return defaultState;
  }
}

export function parseWindowState(value: unknown): WindowState {
  if (typeof value !== "object" || value === null) return defaultState;
  const { bounds = null, maximized = false } = value as Partial<Record<string, unknown>>;
  return { bounds: isArea(bounds) ? bounds : null, maximized: maximized === true };
}

function isArea(value: unknown): value is Area {
  if (typeof value !== "object" || value === null) return false;
  const { x, y, width, height } = value as Partial<Record<string, unknown>>;
  return [x, y, width, height].every(
    (side) => Number.isInteger(side) && Math.abs(Number(side)) < 1e6,
  );
}

/** A crash in the middle of writing leaves the old file. */
export function writeWindowState(file: string, state: WindowState): void {
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.new`;
  writeFileSync(fresh, JSON.stringify(state));
  renameSync(fresh, file);
}

/** How much of a window must be on a display for the user to get hold of it. */
const graspable = { width: 200, height: 60 } as const;

/** The bounds to open with: as they were, shrunk to their display; null when that is gone. */
export function placeWindow(bounds: Area | null, workAreas: readonly Area[]): Area | null {
  if (bounds === null) return null;
  const display = workAreas.find((area) => {
    const seen = overlap(bounds, area);
    return seen.width >= graspable.width && seen.height >= graspable.height;
  });
  if (display === undefined) return null;
  const width = Math.min(Math.max(bounds.width, smallestWindow.width), display.width);
  const height = Math.min(Math.max(bounds.height, smallestWindow.height), display.height);
  return {
    x: Math.min(Math.max(bounds.x, display.x), display.x + display.width - width),
    y: Math.min(Math.max(bounds.y, display.y), display.y + display.height - height),
    width,
    height,
  };
}

const overlap = (a: Area, b: Area) => ({
  width: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
  height: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
});
