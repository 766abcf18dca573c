/**
 * Builds the application into out/: `main`, `services`, `engine` and `capture-worker` are programs
 * of their own that share chunks, `preload` is one file, as its sandbox demands, `renderer` is the UI that every host
 * serves.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import type { Plugin } from "vite";

/** Runtime packages with native code stay in node_modules; everything else is bundled. */
const external = ["electron", "better-sqlite3", /^node:/];

/** Lists the packages that end up in a bundle, for the third-party notices. */
function listPackages(name: string): Plugin {
  return {
    name: "list-packages",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) =>
        chunk.type === "chunk" ? chunk.moduleIds : [],
      );
      // Fonts come from packages as well, as files that a style sheet names.
      const assets = Object.values(bundle).flatMap((asset) =>
        asset.type === "asset" ? asset.originalFileNames : [],
      );
      const folders = [...modules, ...assets].flatMap((file) => packageFolder(file) ?? []);
      mkdirSync("out/packages", { recursive: true });
      writeFileSync(`out/packages/${name}.json`, JSON.stringify([...new Set(folders)].sort()));
    },
  };
}

/** Shared chunks have hashes in their names: those of the last build would stay for ever. */
const clearShared: Plugin = {
  name: "clear-shared",
  generateBundle: () => rmSync("out/shared", { recursive: true, force: true }),
};

/** The innermost package that a file belongs to, as a path from the checkout. */
function packageFolder(file: string): string | null {
  const path = file.replaceAll("\\", "/");
  return (
    /(?<=^|\/)node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null
  );
}

export default defineConfig({
  main: {
    plugins: [listPackages("main"), clearShared],
    // Reports are drawn by React, whose other half is for who develops.
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      outDir: "out",
      emptyOutDir: false,
      externalizeDeps: false,
      target: "node20",
      rolldownOptions: {
        external,
        input: {
          "main/main": "app/main/main.ts",
          "services/main": "app/services-process/main.ts",
          "engine/main": "app/engine/main.ts",
          "capture-worker/main": "app/capture-worker/main.ts",
        },
        output: {
          format: "es",
          entryFileNames: "[name].js",
          chunkFileNames: "shared/[name]-[hash].js",
        },
      },
    },
  },
  preload: {
    plugins: [listPackages("preload")],
    build: {
      outDir: "out/preload",
      externalizeDeps: false,
      rolldownOptions: {
        external,
        input: "app/preload/preload.ts",
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: "src",
    base: "/",
    plugins: [react(), listPackages("renderer")],
    build: {
      outDir: "out/renderer",
      emptyOutDir: true,
      target: "chrome130",
      // The policy of the page allows no polyfill that is written into it, and fonts from files only.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: { input: "src/index.html" },
    },
  },
});
