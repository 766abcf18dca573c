/** Services on a library of their own, with the fake engine, for tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Result } from "../../contract/result.ts";
import type { LiveUpdate } from "../../contract/rpc/timeline-data.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { readPreset } from "../presets.ts";
import { createServices, type RunningServices, type ServicesOptions } from "../services.ts";

export const fakeEngine = {
  ...process.env,
  SNAPSCOPE_ADDON: fileURLToPath(new URL("../../engine/testing/fake-addon.ts", import.meta.url)),
};

export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

export const messageOf = (result: Result<unknown>): string =>
  result.ok ? "no failure" : result.error.message;

/** `behaviour` tells the fake engine what to do. */
export async function fakeScenario(
  behaviour: string,
  name = "creation-under-load",
): Promise<Scenario> {
  return { ...unwrap(await readPreset(name)), description: behaviour };
}

/** A folder with the services that were opened on it; `dispose` closes and removes all. */
export class Scratch {
  readonly folder = mkdtempSync(join(tmpdir(), "snapscope-services-"));
  readonly #opened: RunningServices[] = [];

  async open(options: ServicesOptions = {}): Promise<RunningServices> {
    const made = await createServices({
      dataFolder: this.folder,
      environment: fakeEngine,
      ...options,
    });
    const services = unwrap(made);
    this.#opened.push(services);
    return services;
  }

  async dispose(): Promise<void> {
    for (const services of this.#opened) await services.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function startFake(services: RunningServices, behaviour: string): Promise<string> {
  const scenario = await fakeScenario(behaviour);
  return unwrap(await services.experiments.start({ scenario, preset: scenario.name })).id;
}

/** Hands a file in as a page without paths does. */
export async function upload(services: RunningServices, bytes: Uint8Array): Promise<string> {
  const { upload: id } = unwrap(await services.uploads.begin());
  unwrap(await services.uploads.append(id, bytes));
  return id;
}

export async function importBytes(services: RunningServices, name: string, bytes: Uint8Array) {
  return services.library.importRun({ name, upload: await upload(services, bytes) });
}

export const never = (): AbortSignal => new AbortController().signal;

/** All pieces up to the last. `between` runs before the next piece is asked for. */
export async function watchToEnd(
  services: RunningServices,
  runId: string,
  between: (piece: LiveUpdate) => void | Promise<void> = () => undefined,
): Promise<LiveUpdate[]> {
  const pieces: LiveUpdate[] = [];
  for await (const piece of services.experiments.watch(runId, never())) {
    pieces.push(piece);
    await between(piece);
  }
  return pieces;
}

/** Starts a run and waits for its end. */
export async function runFake(services: RunningServices, behaviour: string): Promise<string> {
  const id = await startFake(services, behaviour);
  await watchToEnd(services, id);
  return id;
}
