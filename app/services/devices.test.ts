import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { deviceOfPreset, isComposed } from "../contract/device.ts";
import { someFigures } from "../contract/testing/device-figures.ts";
import { encodeMessage } from "../transport/codec.ts";
import { Devices } from "./devices.ts";
import { type EngineLauncher, forkEngine, type LaunchedEngine } from "./engine-launcher.ts";
import { launcherOf } from "./testing/fake-launcher.ts";
import { messageOf, unwrap } from "./testing/scratch-services.ts";

const opened: Devices[] = [];
afterEach(async () => {
  for (const devices of opened.splice(0)) await devices.close();
});

function devicesOf(launchEngine: EngineLauncher): Devices {
  const devices = new Devices({ launchEngine, environment: process.env });
  opened.push(devices);
  return devices;
}

/** `onLaunched` hears of each engine process once it runs. */
const listening =
  (onLaunched: (engine: LaunchedEngine) => void): EngineLauncher =>
  async (addon) => {
    const launched = await forkEngine(addon);
    if (launched.ok) onLaunched(launched.value);
    return launched;
  };

const ssd = deviceOfPreset("sata-ssd");
const nvme = deviceOfPreset("nvme-consumer");
const laptop = deviceOfPreset("laptop");

const isGone = ({ pid }: LaunchedEngine): boolean => {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
};

describe("devices that are asked for together", () => {
  it("are measured by one process, in their order, and are known from then on", async () => {
    const engines: LaunchedEngine[] = [];
    const devices = devicesOf(listening((engine) => engines.push(engine)));
    const [first, second, third] = unwrap(await devices.figures([ssd, nvme, ssd]));
    expect(first?.randomReadsPerSecond).toBeLessThan(second?.randomReadsPerSecond ?? 0);
    expect(third).toEqual(first);
    expect(unwrap(await devices.figures([nvme, ssd]))).toEqual([second, first]);
    expect(engines).toHaveLength(1);

    const [, other] = unwrap(await devices.figures([ssd, laptop]));
    expect([first, second]).not.toContainEqual(other);
    expect(engines).toHaveLength(2);
  });

  it("by several who ask at the same time are measured by one process, too", async () => {
    const engines: LaunchedEngine[] = [];
    const devices = devicesOf(listening((engine) => engines.push(engine)));
    const [one, other] = await Promise.all([devices.figures([ssd]), devices.figures([laptop])]);
    expect(unwrap(one)).not.toEqual(unwrap(other));
    expect(engines).toHaveLength(1);
  });

  it("are not asked about where one of them cannot be, which is named", async () => {
    const devices = devicesOf(() => Promise.reject(new Error("a process was started")));
    const sqlcatJ = deviceOfPreset("sqlcat-j");
    if (!isComposed(sqlcatJ)) throw new Error("SQLCAT J is no array");
    const odd = { ...sqlcatJ, array: { ...sqlcatJ.array, members: 7 } };
    expect(messageOf(await devices.figures([ssd, odd]))).toMatch(
      /^devices\.1\.array\.members: 7 disks cannot be paired/,
    );
  });
});

describe("an engine process that crashes", () => {
  it("is told of, and the same question is answered by the next", async () => {
    const engines: LaunchedEngine[] = [];
    const devices = devicesOf(
      listening((engine) => {
        if (engines.push(engine) === 1) engine.kill();
      }),
    );
    expect(await devices.figures([ssd])).toMatchObject({ error: { code: "engineDied" } });
    expect(unwrap(await devices.figures([ssd]))).toHaveLength(1);
    expect(engines).toHaveLength(2);
  });

  it("leaves what it measured before", async () => {
    const devices = devicesOf(
      launcherOf(encodeMessage({ kind: "deviceFigures", figures: someFigures })),
    );
    expect(await devices.figures([ssd, nvme])).toMatchObject({
      error: { code: "engineDied", detail: "last words" },
    });
    expect(unwrap(await devices.figures([ssd]))).toEqual([someFigures]);
  });
});

describe("closing", () => {
  it("ends the process that is asked, and says so", async () => {
    const launched = Promise.withResolvers<LaunchedEngine>();
    const devices = devicesOf(listening(launched.resolve));
    const asked = devices.figures([deviceOfPreset("sqlcat-q")]);
    const engine = await launched.promise;
    // By then the process has been sent its question.
    await setImmediate();
    await devices.close();
    expect(isGone(engine)).toBe(true);
    expect(await asked).toMatchObject({ error: { code: "interrupted" } });
  });

  it("ends a process that is about to start, too", async () => {
    const engines: LaunchedEngine[] = [];
    const devices = devicesOf(listening((engine) => engines.push(engine)));
    const asked = devices.figures([ssd]);
    await devices.close();
    expect(engines.map(isGone)).toEqual([true]);
    expect(await asked).toMatchObject({ error: { code: "interrupted" } });
  });
});
