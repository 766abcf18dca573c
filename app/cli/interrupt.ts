/** What ends a command from outside: Ctrl+C, a service manager, a terminal that is closed. */

/** Returns what stops listening. */
export function onInterrupt(listener: () => void): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}
