/** The user's data folder, by the platform's custom. */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Where real experiments keep their files unless the scenario names a folder. */
export function defaultExperimentsFolder(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  if (platform === "win32") {
    const local = environment.LOCALAPPDATA ?? join(homedir(), "AppData", "Local");
    return join(local, "Snapscope", "experiments");
  }
  if (platform === "darwin") {
    return join(homedir(), "Library", "Application Support", "Snapscope", "experiments");
  }
  // The XDG specification: a relative path in the variable is invalid and must be ignored.
  const xdg = environment.XDG_DATA_HOME;
  const data = xdg !== undefined && isAbsolute(xdg) ? xdg : join(homedir(), ".local", "share");
  return join(data, "snapscope", "experiments");
}
