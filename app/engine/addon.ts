/** The native engine as JavaScript sees it. The addon converts and forwards; it decides nothing. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { failure, type Result, success } from "../contract/result.ts";

export interface Run {
  /** A live command as JSON; what is wrong with it is reported as an event. */
  command(json: string): void;
  /** Lets the engine send that many more batches; it starts with 8. */
  grant(credits: number): void;
  /** Cancels the run, which then needs no credits; it is over when onEnd is called. */
  close(): void;
}

export interface Addon {
  version(): { readonly engine: string; readonly compiler: string; readonly build: string };
  /** Errors of the run arrive in the summary; onEnd is called exactly once, after the last batch. */
  start(
    scenarioJson: string,
    onBatch: (bytes: Uint8Array) => void,
    onEnd: (summaryJson: string) => void,
  ): Run;
}

export function loadAddon(path: string): Result<Addon> {
  if (!existsSync(path)) {
    return failure(
      "engineUnavailable",
      `the native engine is not built: ${path} is missing; build it with: npm run build`,
    );
  }
  try {
    const addon: unknown = createRequire(import.meta.url)(path);
    if (isAddon(addon)) return success(addon);
    return failure(
      "engineUnavailable",
      `${path} is not a Snapscope engine; build it with: npm run build`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure(
      "engineUnavailable",
      `the native engine cannot be loaded from ${path} (${reason}); build it again with: npm run build`,
    );
  }
}

const isAddon = (value: unknown): value is Addon =>
  typeof value === "object" &&
  value !== null &&
  "version" in value &&
  typeof value.version === "function" &&
  "start" in value &&
  typeof value.start === "function";
