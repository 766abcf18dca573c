/** Asks an engine process which engine it is. Native code is never loaded into the services. */
import type { EngineDescription } from "../contract/engine-protocol.ts";
import { failure, type Result, success } from "../contract/result.ts";
import { decodeMessage, encodeMessage } from "../transport/messages.ts";
import type { EngineLauncher } from "./engine-launcher.ts";

export async function describeEngine(
  launchEngine: EngineLauncher,
  addon: string,
): Promise<Result<EngineDescription>> {
  const launched = await launchEngine(addon);
  if (!launched.ok) return launched;
  const { transport, exited } = launched.value;
  const answer = new Promise<Result<EngineDescription>>((resolve) => {
    transport.onFrame((frame) => {
      const message = decodeMessage(frame);
      if (!message.ok) resolve(message);
      else if (message.value.kind === "description") resolve(success(message.value.engine));
      else if (message.value.kind === "error") resolve({ ok: false, error: message.value.error });
    });
    void exited.then(({ output }) =>
      resolve(failure("engineDied", "the engine process ended without a word", output)),
    );
  });
  transport.send(encodeMessage({ kind: "describe" }));
  const described = await answer;
  transport.close();
  await exited;
  return described;
}
