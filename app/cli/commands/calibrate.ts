/** `snapscope doctor --calibrate`: fits a device to this machine's disk. */
import { access, writeFile } from "node:fs/promises";
import type { Calibration } from "../../contract/calibration.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import { calibrate } from "../../services/calibration.ts";
import { checkCalibration } from "../../services/calibration-check.ts";
import { printNote, printResult, reportFailure } from "../console.ts";
import { nameOfLoad, renderCalibration, renderCheck } from "../text/calibration.ts";

export interface CalibrateOptions {
  readonly folder?: string;
  readonly out?: string;
  readonly compare?: true;
  readonly json?: true;
}

export async function calibrateCommand(options: CalibrateOptions): Promise<void> {
  const done = await withCancellation((signal) => measure(options, signal));
  if (!done.ok) reportFailure(done.error);
}

async function measure(options: CalibrateOptions, signal: AbortSignal): Promise<Result<null>> {
  const { out = null, folder = null, json = false, compare = false } = options;
  if (out !== null && (await exists(out))) {
    return failure("badInput", `--out ${out}: is there already; choose another file`);
  }
  const calibration = await calibrate({
    folder,
    signal,
    onNote: printNote,
    onStep: (step) => {
      const perSecond = Math.round(step.iosPerSecond);
      printNote(
        `[${step.done}/${step.of}] ${nameOfLoad(step)}, ${step.depth} at a time: ${perSecond}/s`,
      );
    },
  });
  if (!calibration.ok) return calibration;
  const written = await writeDevice(calibration.value, out);
  if (!written.ok) return written;
  if (!json) printResult(renderCalibration(calibration.value, out));
  if (!compare) {
    if (json) printResult(JSON.stringify(calibration.value, null, 2));
    return success(null);
  }
  printNote(
    "Running creation-on-this-machine on the disk, then on the fitted device: with its think time, then without.",
  );
  const check = await checkCalibration(calibration.value, folder, signal);
  if (!check.ok) return check;
  printResult(
    json
      ? JSON.stringify({ ...calibration.value, checks: check.value }, null, 2)
      : check.value.map((each) => `\n${renderCheck(each)}`).join("\n"),
  );
  return success(null);
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function writeDevice({ device }: Calibration, out: string | null): Promise<Result<null>> {
  if (out === null) return success(null);
  try {
    await writeFile(out, `${JSON.stringify(device, null, 2)}\n`, { flag: "wx" });
    return success(null);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    return failure("ioError", `--out ${out}: cannot be written (${reason})`);
  }
}

async function withCancellation<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, cancel);
  const result = await work(controller.signal);
  for (const signal of signals) process.off(signal, cancel);
  return result;
}
