/** Widths of labels, so that they can be placed before they are drawn. */
import { useSyncExternalStore } from "react";

let context: CanvasRenderingContext2D | null = null;
const known = new Map<string, number>();
const mostKnown = 2000;

/**
 * `font` as CSS writes it. Charts write figures of one width, as 0 has; a canvas knows the narrower 1 alone.
 * Without a canvas, as in tests, a width that is rather too large.
 */
export function textWidth(text: string, font: string): number {
  const key = `${font}|${text}`;
  const width = known.get(key) ?? measure(text, font);
  if (known.size > mostKnown) known.clear();
  known.set(key, width);
  return width;
}

function measure(text: string, font: string): number {
  if (typeof document === "undefined") return text.length * 7;
  context ??= document.createElement("canvas").getContext("2d");
  if (context === null) return text.length * 7;
  context.font = font;
  return Math.ceil(context.measureText(text.replace(/\d/g, "0")).width);
}

export const smallFont = '12px "Inter Variable", "Segoe UI", system-ui, sans-serif';
export const bodyFont = '13px "Inter Variable", "Segoe UI", system-ui, sans-serif';
export const monoFont = '12px "JetBrains Mono", "Cascadia Mono", Consolas, monospace';

let fontsLoaded = 0;

function onFonts(listener: () => void): () => void {
  const tell = (): void => {
    known.clear();
    fontsLoaded += 1;
    listener();
  };
  document.fonts.addEventListener("loadingdone", tell);
  return () => document.fonts.removeEventListener("loadingdone", tell);
}

/** Fonts may arrive after the first labels were placed: who places labels is drawn again then. */
export const usePlacedText = (): number => useSyncExternalStore(onFonts, () => fontsLoaded);
