/**
 * Calibration: an engine process measures a folder's disk through the files that a real run would use,
 * and fits a device to what it saw. The folder is claimed as a run's is, so that whatever ends the
 * process, nothing stays in it.
 */
import { join } from "node:path";
import { addonPath } from "../addon/addon-path.ts";
import type { Calibration, CalibrationStep } from "../contract/calibration.ts";
import { failure, type Result, success } from "../contract/result.ts";
import { calibrateVolume } from "./describe-engine.ts";
import { type EngineLauncher, forkEngine, killedBy } from "./engine-launcher.ts";
import { claimWorkspace } from "./workspace.ts";

/** The engine's files (native/calibration/calibration.h), and some for the file system. */
const neededMiB = 400;
/** A disk that is nearly full behaves like no other. */
const freeSpaceFloorMiB = 512;

export interface CalibrationOptions {
  /** Null: the default folder of real runs. */
  readonly folder: string | null;
  readonly onStep: (step: CalibrationStep) => void;
  /** What was done before it could start, in a sentence. */
  readonly onNote: (text: string) => void;
  /** Ends the measurement at once. */
  readonly signal: AbortSignal;
  readonly environment?: NodeJS.ProcessEnv;
  readonly launchEngine?: EngineLauncher;
}

export async function calibrate({
  folder,
  onStep,
  onNote,
  signal,
  environment = process.env,
  launchEngine = forkEngine,
}: CalibrationOptions): Promise<Result<Calibration>> {
  const space = { quotaMiB: neededMiB, freeSpaceFloorMiB };
  const claimed = await claimWorkspace(folder, space, environment);
  if (!claimed.ok) return claimed;
  const workspace = claimed.value;
  if (workspace.removed !== null) onNote(workspace.removed);
  const launchKilled = killedBy(signal, launchEngine);
  const launch: EngineLauncher = async (addon) => {
    const launched = await launchKilled(addon);
    if (!launched.ok) return launched;
    const { pid, kill } = launched.value;
    try {
      await workspace.noteEngine(pid);
    } catch (error) {
      kill();
      return failure("ioError", `the folder of the calibration cannot be marked: ${String(error)}`);
    }
    return success(launched.value);
  };
  try {
    const file = join(workspace.folder, "data", "calibration.mdf");
    const measured = await calibrateVolume(launch, addonPath(environment), file, onStep);
    return signal.aborted ? failure("interrupted", "cancelled; nothing was written") : measured;
  } finally {
    await workspace.release();
  }
}
