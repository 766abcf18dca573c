/** `snapscope doctor`: what works on this machine, what does not, and what to do about it. */
import { diagnose } from "../../services/diagnosis/diagnosis.ts";
import { printResult, reportFailure, setExitCode } from "../console.ts";
import { exitDone, exitFailed } from "../exit-codes.ts";
import { renderDiagnosis } from "../text/diagnosis.ts";
import { type CalibrateOptions, calibrateCommand } from "./calibrate.ts";

export interface DoctorOptions extends CalibrateOptions {
  readonly calibrate?: true;
}

export async function doctorCommand(options: DoctorOptions): Promise<void> {
  const { json, calibrate, folder, out, compare } = options;
  if (calibrate === true) return calibrateCommand(options);
  if (folder !== undefined || out !== undefined || compare === true) {
    const message =
      "--folder, --out and --compare belong to --calibrate; add it, or leave them out";
    return reportFailure({ code: "badInput", message });
  }
  const diagnosis = await diagnose();
  printResult(json ? JSON.stringify(diagnosis, null, 2) : renderDiagnosis(diagnosis));
  setExitCode(diagnosis.ok ? exitDone : exitFailed);
}
