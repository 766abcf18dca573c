/** Answers that may take a moment, for components that draw with what there is. */
import { useEffect, useState } from "react";
import type { SoonOrNow } from "./log-rows.ts";

/** The value of an answer; until it is there, `meanwhile`. The answer is to be kept by the caller. */
export function useSoon<T>(answer: SoonOrNow<T>, meanwhile: T): T {
  const [settled, setSettled] = useState<{ of: Promise<T>; value: T } | null>(null);
  useEffect(() => {
    if (!(answer instanceof Promise)) return;
    let current = true;
    void answer.then((value) => {
      if (current) setSettled({ of: answer, value });
    });
    return () => {
      current = false;
    };
  }, [answer]);
  if (!(answer instanceof Promise)) return answer;
  return settled?.of === answer ? settled.value : meanwhile;
}

/** Calls with an answer: at once where it is here. */
export function whenHere<T>(answer: SoonOrNow<T>, take: (value: T) => void): void {
  if (answer instanceof Promise) void answer.then(take);
  else take(answer);
}
