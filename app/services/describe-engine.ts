/**
 * Asks an engine process which engine it is, what devices can do, or what a disk does. Native code is
 * never loaded into the services.
 */
import type { Calibration, CalibrationStep } from "../contract/calibration.ts";
import type { DeviceDescription, DeviceFigures } from "../contract/device.ts";
import type { EngineDescription } from "../contract/engine-protocol.ts";
import { failure, type Result, success } from "../contract/result.ts";
import { channelToEngine, type FromEngine, type ToEngine } from "../transport/engine-messages.ts";
import type { EngineLauncher } from "./engine-launcher.ts";

export const describeEngine = (
  launchEngine: EngineLauncher,
  addon: string,
): Promise<Result<EngineDescription>> =>
  ask(launchEngine, addon, { kind: "describe" }, (answer) =>
    answer.kind === "description" ? answer.engine : null,
  );

/** `onFigures` hears of each device, in their order, as soon as it is measured. */
export function measureDevices(
  launchEngine: EngineLauncher,
  addon: string,
  devices: readonly DeviceDescription[],
  onFigures: (figures: DeviceFigures, index: number) => void = () => undefined,
): Promise<Result<readonly DeviceFigures[]>> {
  const measured: DeviceFigures[] = [];
  const question = {
    kind: "measureDevices" as const,
    devices: devices.map((device) => JSON.stringify(device)),
  };
  return ask(launchEngine, addon, question, (answer) => {
    if (answer.kind !== "deviceFigures") return null;
    onFigures(answer.figures, measured.length);
    measured.push(answer.figures);
    return measured.length === devices.length ? measured : null;
  });
}

/** `file` must not be there yet, and is gone afterwards unless the process was ended. */
export const calibrateVolume = (
  launchEngine: EngineLauncher,
  addon: string,
  file: string,
  onStep: (step: CalibrationStep) => void,
): Promise<Result<Calibration>> =>
  ask(launchEngine, addon, { kind: "calibrate", file }, (answer) => {
    if (answer.kind === "calibrationStep") onStep(answer.step);
    return answer.kind === "calibration" ? answer.calibration : null;
  });

/** One question to a process of its own; `take` knows the answer to it. */
async function ask<T>(
  launchEngine: EngineLauncher,
  addon: string,
  question: ToEngine,
  take: (answer: FromEngine) => T | null,
): Promise<Result<T>> {
  const launched = await launchEngine(addon);
  if (!launched.ok) return launched;
  const { transport, exited } = launched.value;
  const channel = channelToEngine(transport);
  const answer = new Promise<Result<T>>((resolve) => {
    channel.onMessage((message) => {
      if (!message.ok) return resolve(message);
      if (message.value.kind === "error") return resolve({ ok: false, error: message.value.error });
      const taken = take(message.value);
      if (taken !== null) resolve(success(taken));
    });
    void exited.then(({ output }) =>
      resolve(failure("engineDied", "the engine process ended without a word", output)),
    );
  });
  channel.send(question);
  const answered = await answer;
  transport.close();
  await exited;
  return answered;
}
