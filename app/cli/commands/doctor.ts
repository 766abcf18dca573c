/** `snapscope doctor`: what works on this machine, what does not, and what to do about it. */
import { diagnose } from "../../services/diagnosis/diagnosis.ts";
import { printResult } from "../console.ts";
import { exitDone, exitFailed } from "../exit-codes.ts";
import { renderDiagnosis } from "../text/diagnosis.ts";

export async function doctorCommand({ json }: { readonly json?: true }): Promise<void> {
  const diagnosis = await diagnose();
  printResult(json ? JSON.stringify(diagnosis, null, 2) : renderDiagnosis(diagnosis));
  process.exitCode = diagnosis.ok ? exitDone : exitFailed;
}
