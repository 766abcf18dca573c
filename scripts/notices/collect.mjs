// Licences of everything that a packaged app contains: the packages that the bundler took code from
// (out/packages/*.json, written by the build), those that stay packages, and the engine's own.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../bootstrap/paths.mjs";
import { isCompatible } from "./licenses.mjs";
import { nativeComponents } from "./native.mjs";

/** Packages that no bundle holds: installed as they are, or compiled into the engine. */
const unbundled = ["better-sqlite3", "node-addon-api", "node-api-headers"];

function bundled() {
  const folder = inRoot("out", "packages");
  const lists = readdirSync(folder).map((name) =>
    JSON.parse(readFileSync(join(folder, name), "utf8")),
  );
  return lists.flat();
}

/** Licence files of a package: one for each way in which people name them. */
function licenseTexts(folder) {
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice|ofl)(\.|-|$)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").trim());
}

function component(path) {
  const folder = inRoot(path);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const author = manifest.author?.name ?? manifest.author ?? "its authors";
  const texts = licenseTexts(folder);
  return {
    name: manifest.name,
    version: manifest.version,
    license: manifest.license ?? "none named",
    text: texts.length > 0 ? texts.join("\n\n") : `Copyright (c) ${author}`,
  };
}

/** All components, sorted by name; each name and version once. */
export function collectComponents() {
  const paths = [...bundled(), ...unbundled.map((name) => `node_modules/${name}`)];
  const all = [...new Set(paths)].map(component);
  const byKey = new Map(
    [...all, ...nativeComponents].map((one) => [`${one.name} ${one.version}`, one]),
  );
  return [...byKey.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const incompatible = (components) =>
  components.filter(({ license }) => !isCompatible(license));

export function noticesText(components) {
  const head =
    "Snapscope contains the following third-party software.\n" +
    "Electron's own notices are in LICENSE.electron.txt and LICENSES.chromium.html.\n";
  const parts = components.map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`,
  );
  return [head, ...parts].join(`\n${"-".repeat(78)}\n\n`);
}
