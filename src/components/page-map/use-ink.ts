/** The theme's ink for canvases, another one when the theme or the resolution of the screen changes. */
import { type RefObject, useLayoutEffect, useState } from "react";
import { inkOf, type MapInk } from "./map-ink.ts";

export interface ScaledInk {
  readonly ink: MapInk;
  /** Pixels of the screen per CSS pixel. */
  readonly scale: number;
}

export function useInk(ref: RefObject<HTMLElement | null>): ScaledInk | null {
  const [ink, setInk] = useState<ScaledInk | null>(null);
  useLayoutEffect(() => {
    const take = (): void => {
      if (ref.current === null) return;
      const scale = window.devicePixelRatio || 1;
      setInk({ ink: inkOf(ref.current, scale), scale });
    };
    take();
    const themes = new MutationObserver(take);
    themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    window.addEventListener("resize", take);
    return () => {
      themes.disconnect();
      window.removeEventListener("resize", take);
    };
  }, [ref]);
  return ink;
}
