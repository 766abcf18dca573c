/** The size of an element, followed as it changes. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function useSize<T extends HTMLElement>(): readonly [RefObject<T | null>, Size] {
  const ref = useRef<T>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const observed = useRef<{ readonly element: T; leave(): void } | null>(null);
  // With every drawing: another element may stand in its place.
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === (observed.current?.element ?? null)) return;
    observed.current?.leave();
    observed.current = null;
    if (element === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) =>
        before.width === width && before.height === height ? before : { width, height },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observed.current = { element, leave: () => observer.disconnect() };
  });
  useEffect(
    () => () => {
      observed.current?.leave();
      observed.current = null;
    },
    [],
  );
  return [ref, size];
}
