/** What a host runs on, for an about box and for reports. */
import { arch, availableParallelism, release, totalmem, type } from "node:os";
import { addonPath } from "../addon/addon-path.ts";
import type { ReportMachine } from "../contract/report.ts";
import type { SystemInfo } from "../contract/rpc/services.ts";
import { describeEngine } from "./describe-engine.ts";
import type { EngineLauncher } from "./engine-launcher.ts";
import type { NoPdfPrinter, PdfPrinter } from "./pdf-printer.ts";
import { commandLineWords, programVersion, shellsOf } from "./project-paths.ts";

export interface SystemOptions {
  readonly libraryPath: string;
  readonly launchEngine: EngineLauncher;
  readonly printPdf: PdfPrinter | NoPdfPrinter;
  readonly environment: NodeJS.ProcessEnv;
}

/** Facts of the machine and the program alone, without asking an engine. */
export const machineFacts = (): ReportMachine => ({
  program: programVersion(),
  node: process.versions.node,
  platform: `${type()} ${release()} (${arch()})`,
  processors: availableParallelism(),
  memoryBytes: totalmem(),
});

export function createSystem(options: SystemOptions): { info(): Promise<SystemInfo> } {
  const { libraryPath, launchEngine, printPdf, environment } = options;
  let engine: Promise<SystemInfo["engine"]> | null = null;
  /** An engine that could not be asked is asked again: it may have been built meanwhile. */
  const askEngine = async () => {
    engine ??= describeEngine(launchEngine, addonPath(environment)).then((described) =>
      described.ok ? described.value : null,
    );
    const answer = await engine;
    if (answer === null) engine = null;
    return answer;
  };
  return {
    info: async () => {
      const { program, ...machine } = machineFacts();
      const words = commandLineWords(process.platform);
      return {
        ...machine,
        version: program,
        engine: await askEngine(),
        libraryPath,
        pdf:
          typeof printPdf === "function"
            ? { available: true }
            : { available: false, fix: printPdf.fix },
        commandLine: words === null ? null : { words },
        shells: shellsOf(process.platform),
      };
    },
  };
}
