/** The user's data folder, by the platform's custom. */
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

/** Where the run library and real experiments live. SNAPSCOPE_DATA names another place. */
export function dataFolder(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const chosen = environment.SNAPSCOPE_DATA;
  if (chosen !== undefined && chosen !== "") return resolve(chosen);
  if (platform === "win32") {
    const local = environment.LOCALAPPDATA ?? join(homedir(), "AppData", "Local");
    return join(local, "Snapscope");
  }
  if (platform === "darwin") {
    return join(homedir(), "Library", "Application Support", "Snapscope");
  }
  // The XDG specification: a relative path in the variable is invalid and must be ignored.
  const xdg = environment.XDG_DATA_HOME;
  const data = xdg !== undefined && isAbsolute(xdg) ? xdg : join(homedir(), ".local", "share");
  return join(data, "snapscope");
}

/** Where real experiments keep their files unless the scenario names a folder. */
export const defaultExperimentsFolder = (
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): string => join(dataFolder(platform, environment), "experiments");
