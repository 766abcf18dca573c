/** Another process writes the library, perhaps a run of hundreds of megabytes in one go: that is waited for. */
const pauseMs = 500;
/** Two minutes of pauses, beside what SQLite itself waits at each try. */
const mostTries = 240;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs));

export const isBusy = (error: unknown): boolean =>
  String((error as { readonly code?: unknown } | null)?.code).startsWith("SQLITE_BUSY");

/** Does it again for as long as the library is busy. Throws what else it meets, and that it is busy for too long. */
export async function whenNotBusy<Value>(work: () => Value): Promise<Value> {
  for (let tries = 1; ; ++tries) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || tries === mostTries) throw error;
      await pause();
    }
  }
}
