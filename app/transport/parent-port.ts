/** How a utility process of Electron gets its channels: as ports that its main process sends. */
import { type HostPort, PortTransport } from "./port-transport.ts";
import type { Transport } from "./transport.ts";

interface ParentPort {
  on(
    event: "message",
    listener: (event: { readonly data: unknown; readonly ports: readonly HostPort[] }) => void,
  ): unknown;
}

/** Null where the process is none of Electron's. */
export function parentPort(): ParentPort | null {
  const { parentPort: port } = process as { readonly parentPort?: ParentPort };
  return port ?? null;
}

/** Calls `onOpen` for each port, with the label that came along. */
export function onPortFromParent(
  parent: ParentPort,
  onOpen: (label: string, channel: Transport) => void,
): void {
  parent.on("message", ({ data, ports: [port] }) => {
    if (typeof data === "string" && port !== undefined) onOpen(data, new PortTransport(port));
  });
}
