// Where things are, relative to the checkout.
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const inRoot = (...parts) => join(root, ...parts);
export const logFile = (step) => inRoot("build", "logs", `${step}.log`);
/** A path as a user would type it from the checkout. */
export const shown = (path) => relative(root, path) || ".";
