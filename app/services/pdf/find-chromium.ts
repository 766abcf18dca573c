/** Finds a browser of the Chromium family that can print: the one named, else the platform's places. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { failure, type Result, success } from "../../contract/result.ts";

export interface Places {
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether a path is a program that may be started. */
  readonly isProgram: (path: string) => boolean;
}

const thisMachine: Places = {
  platform: process.platform,
  environment: process.env,
  isProgram: (path) => {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  },
};

const namesOnPath = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
] as const;

const applications = [
  "Google Chrome.app/Contents/MacOS/Google Chrome",
  "Chromium.app/Contents/MacOS/Chromium",
  "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
] as const;

const windowsPrograms = [
  "Google\\Chrome\\Application\\chrome.exe",
  "Chromium\\Application\\chrome.exe",
  "Microsoft\\Edge\\Application\\msedge.exe",
] as const;

/** The path of the program, or what to do to have one. */
export function findChromium(places: Places = thisMachine): Result<string> {
  const { environment, isProgram } = places;
  const named = environment.SNAPSCOPE_CHROMIUM;
  if (named !== undefined && named !== "") {
    return isProgram(named)
      ? success(named)
      : failure(
          "notFound",
          `SNAPSCOPE_CHROMIUM=${named}: is no program; name Chromium, Chrome or Edge, or unset it`,
        );
  }
  const found = candidates(places).find(isProgram);
  return found === undefined
    ? failure("notFound", `no Chromium was found; ${chromiumFix(places.platform)}`)
    : success(found);
}

function candidates({ platform, environment }: Places): string[] {
  switch (platform) {
    case "win32": {
      const roots = [
        environment.PROGRAMFILES,
        environment["PROGRAMFILES(X86)"],
        environment.LOCALAPPDATA,
      ];
      return roots.flatMap((root) =>
        root === undefined ? [] : windowsPrograms.map((program) => `${root}\\${program}`),
      );
    }
    case "darwin":
      return ["/Applications", `${environment.HOME ?? ""}/Applications`].flatMap((root) =>
        applications.map((program) => `${root}/${program}`),
      );
    default:
      // A relative entry of PATH would start whatever lies in the current folder.
      return (environment.PATH ?? "")
        .split(delimiter)
        .filter(isAbsolute)
        .flatMap((folder) => namesOnPath.map((name) => join(folder, name)));
  }
}

/** What to do where none was found. */
export function chromiumFix(platform: NodeJS.Platform = process.platform): string {
  const rest = "or set SNAPSCOPE_CHROMIUM to the path of a Chromium, Chrome or Edge";
  if (platform === "win32" || platform === "darwin") return `install Chrome or Edge, ${rest}`;
  return `install one (Debian, Ubuntu: apt-get install chromium), ${rest}`;
}
