/** Where the project's own files are, whatever folder it was started from. */
import { fileURLToPath } from "node:url";

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const presetsFolder = fromRoot("assets/presets");
export const engineEntry = fromRoot("app/engine/main.ts");

/** SNAPSCOPE_ADDON names another build of the engine, such as one with a sanitizer. */
export const addonPath = (environment: NodeJS.ProcessEnv = process.env): string =>
  environment.SNAPSCOPE_ADDON ?? fromRoot("build/release/snapscope.node");
