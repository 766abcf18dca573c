/** A launcher of engine processes that are none, for tests of what becomes of answers. */
import { success } from "../../contract/result.ts";
import type { EngineExit, EngineLauncher } from "../engine-launcher.ts";

/** An engine process that answers anything with these frames, and then goes. */
export function launcherOf(...answers: readonly Uint8Array[]): EngineLauncher {
  return async () => {
    const gone = Promise.withResolvers<EngineExit>();
    const leave = () => gone.resolve({ code: 1, signal: null, output: "last words" });
    let receive: (frame: Uint8Array) => void = () => undefined;
    return success({
      pid: process.pid,
      exited: gone.promise,
      kill: leave,
      transport: {
        send: () => {
          for (const answer of answers) receive(answer);
          // What a process sent arrives before its exit.
          setImmediate(leave);
        },
        onFrame: (handler) => {
          receive = handler;
        },
        onClose: () => undefined,
        close: leave,
      },
    });
  };
}
