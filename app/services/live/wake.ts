/** Lets readers sleep until something has happened, a time has passed or they are told to stop. */
export class Wake {
  readonly #sleepers = new Set<() => void>();

  notify(): void {
    for (const wake of [...this.#sleepers]) wake();
  }

  sleep(signal: AbortSignal, timeoutMs?: number): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#sleepers.delete(wake);
        signal.removeEventListener("abort", wake);
        clearTimeout(timer);
        resolve();
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(wake, timeoutMs);
      this.#sleepers.add(wake);
      signal.addEventListener("abort", wake, { once: true });
    });
  }
}
