/** What devices can do, asked of their models. */
import { setTimeout } from "node:timers/promises";
import { addonPath } from "../addon/addon-path.ts";
import { checkDevice, type DeviceDescription, type DeviceFigures } from "../contract/device.ts";
import { failure, type Result, success } from "../contract/result.ts";
import type { DevicesService } from "../contract/rpc/services.ts";
import { measureDevices } from "./describe-engine.ts";
import { type EngineLauncher, killedBy } from "./engine-launcher.ts";

/** A form asks again with every step back: as many as it has presets and some. */
const keptAnswers = 100;

/**
 * The parts of a form ask for their devices each by itself, when the form opens: all of them within a
 * moment, which is short beside the start of a process.
 */
const gatheringMs = 50;

interface DevicesOptions {
  readonly launchEngine: EngineLauncher;
  readonly environment: NodeJS.ProcessEnv;
}

type Answer = Result<DeviceFigures>;

interface Question {
  readonly device: DeviceDescription;
  readonly answer: PromiseWithResolvers<Answer>;
}

export class Devices implements DevicesService {
  readonly #launchEngine: EngineLauncher;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #closed = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  /** What the next process will be asked. */
  readonly #gathered: Question[] = [];
  /** By the device. Models draw nothing: the same device has the same figures, in any process. */
  readonly #kept = new Map<string, Promise<Answer>>();

  constructor({ launchEngine, environment }: DevicesOptions) {
    this.#launchEngine = killedBy(this.#closed.signal, launchEngine);
    this.#environment = environment;
  }

  async figures(devices: readonly DeviceDescription[]): Promise<Result<readonly DeviceFigures[]>> {
    for (const [index, device] of devices.entries()) {
      const [problem] = checkDevice(device);
      if (problem === undefined) continue;
      const path = ["devices", index, ...problem.path].join(".");
      return failure("badInput", `${path}: ${problem.message}`);
    }
    const figures: DeviceFigures[] = [];
    for (const answer of await Promise.all(this.#answersOn(devices))) {
      if (!answer.ok) return answer;
      figures.push(answer.value);
    }
    return success(figures);
  }

  /** Ends the processes that are asked; settles when they are gone. */
  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.all(this.#underWay);
  }

  /** Those that are not known are asked together, with what else is asked at the same time. */
  #answersOn(devices: readonly DeviceDescription[]): Promise<Answer>[] {
    return devices.map((device) => {
      const key = JSON.stringify(device);
      const known = this.#kept.get(key);
      if (known !== undefined) return known;
      const answer = Promise.withResolvers<Answer>();
      this.#gather({ device, answer });
      this.#keep(key, answer.promise);
      return answer.promise;
    });
  }

  #gather(question: Question): void {
    if (this.#gathered.push(question) > 1) return;
    const measuring = setTimeout(gatheringMs).then(() => this.#measure(this.#gathered.splice(0)));
    this.#underWay.add(measuring);
    void measuring.then(() => this.#underWay.delete(measuring));
  }

  #keep(key: string, answer: Promise<Answer>): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= keptAnswers && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, answer);
    // What failed may work the next time.
    void answer.then(({ ok }) => ok || this.#kept.delete(key));
  }

  async #measure(questions: readonly Question[]): Promise<void> {
    const measured = await measureDevices(
      this.#launchEngine,
      addonPath(this.#environment),
      questions.map(({ device }) => device),
      (figures, index) => questions[index]?.answer.resolve(success(figures)),
    );
    if (measured.ok) return;
    const failed = this.#closed.signal.aborted
      ? failure("interrupted", "Snapscope was closed before the device was measured")
      : measured;
    // Those that were measured before it failed keep their figures.
    for (const { answer } of questions) answer.resolve(failed);
  }
}
