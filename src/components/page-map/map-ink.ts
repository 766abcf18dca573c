/** The colours and patterns of the theme, as a canvas takes them. */
import { causeLooks, patternLinePx, patternLines, tilePx } from "../../../app/charts/cause-look.ts";
import { type PushCause, pushCauses } from "../../../app/contract/telemetry-catalog.ts";
import type { ThemedToken } from "../../../app/theme/tokens.ts";

export interface CauseInk {
  readonly colour: string;
  readonly fill: string | CanvasPattern;
}

export interface MapInk {
  readonly surface: string;
  /** A page that was not copied. */
  readonly untouched: string;
  /** The edge of what has no space on disk. */
  readonly edge: string;
  readonly ring: string;
  /** Families, as style sheets name them. */
  readonly font: string;
  readonly accent: string;
  /** In the order of `pushCauses`. */
  readonly causes: readonly CauseInk[];
}

/** Of the theme of an element; `scale`: pixels of the screen per CSS pixel. */
export function inkOf(element: HTMLElement, scale: number): MapInk {
  const style = getComputedStyle(element);
  const value = (token: ThemedToken): string => style.getPropertyValue(`--${token}`).trim();
  const surface = value("surface");
  return {
    surface,
    untouched: value("grid"),
    edge: value("divider"),
    ring: value("text-1"),
    font: style.fontFamily || "sans-serif",
    accent: value("accent"),
    causes: pushCauses.map((cause) =>
      causeInk(cause, value(causeLooks[cause].colour), surface, scale),
    ),
  };
}

function causeInk(cause: PushCause, colour: string, surface: string, scale: number): CauseInk {
  const lines = patternLines[causeLooks[cause].pattern];
  const tile = document.createElement("canvas");
  tile.width = Math.round(tilePx * scale);
  tile.height = tile.width;
  const context = lines.length === 0 ? null : tile.getContext("2d");
  if (context === null) return { colour, fill: colour };
  context.scale(tile.width / tilePx, tile.width / tilePx);
  context.fillStyle = colour;
  context.fillRect(0, 0, tilePx, tilePx);
  context.strokeStyle = surface;
  context.lineWidth = patternLinePx;
  context.globalAlpha = 0.75;
  context.beginPath();
  for (const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] of lines) {
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  }
  context.stroke();
  const pattern = context.createPattern(tile, "repeat");
  pattern?.setTransform(new DOMMatrix().scale(tilePx / tile.width));
  return { colour, fill: pattern ?? colour };
}
