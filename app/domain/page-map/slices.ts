/**
 * Work that can be cut in slices: it yields where it may be interrupted, each time after about as much as a
 * millisecond's work. Who drives it decides how much of it a task of the page takes.
 */
export type Slices<Result = void> = Generator<void, Result>;

/** All of it at once. */
export function whole<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/** As much of it as there is time for; its result once it is done. */
export function advance<Result>(
  slices: Slices<Result>,
  { untilMs, nowMs }: { readonly untilMs: number; readonly nowMs: () => number },
): { readonly result: Result } | null {
  do {
    const { done, value } = slices.next();
    if (done) return { result: value };
  } while (nowMs() < untilMs);
  return null;
}
