/** Values that change many times a second, for what takes long to draw. */
import { useEffect, useRef, useState } from "react";

/** The value as it was at most so long ago: a first change is shown at once, further ones once in that time. */
export function useAtMost<T>(value: T, everyMs: number): T {
  const [shown, show] = useState(value);
  const shownAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const take = (): void => {
      shownAt.current = performance.now();
      show(() => value);
    };
    const leftMs = everyMs - (performance.now() - shownAt.current);
    const timer = setTimeout(take, Math.max(leftMs, 0));
    return () => clearTimeout(timer);
  }, [value, everyMs]);
  return shown;
}
