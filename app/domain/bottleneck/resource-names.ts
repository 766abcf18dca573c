/** Resources as they are named within a sentence. */
import type { ResourceKind } from "../../contract/bottleneck.ts";

export function resourceName(kind: ResourceKind, volume: string | null): string {
  switch (kind) {
    case "device":
      return `the device of volume ${volume}`;
    case "bandwidth":
      return `the bandwidth of volume ${volume}`;
    case "ioLimit":
      return `the limit on I/Os of volume ${volume}`;
    case "byteLimit":
      return `the limit on bytes of volume ${volume}`;
    case "queueDepth":
      return `the queue depth of volume ${volume}`;
    case "pageCopies":
      return `the array’s copies of old pages of volume ${volume}`;
    case "checkpoint":
      return `the writes of checkpoints to volume ${volume}`;
    case "regionAllocation":
      return `the allocation of regions of sparse files on volume ${volume}`;
    case "ioTime":
      return `the time of an I/O of volume ${volume}`;
    case "network":
      return "the network paths of the server";
    case "schedulers":
      return "the schedulers";
    case "coreSpeed":
      return "the speed of a core";
    case "memory":
      return "the memory for pages";
    case "rowLocks":
      return "locks of rows";
    case "tableLocks":
      return "locks of the table";
    case "pageLatches":
      return "latches of pages";
    case "latches":
      return "latches of the server";
    case "backupBuffers":
      return "the buffers of the backup";
    case "freeze":
      return "the freeze of writes";
    case "other":
      return "other waits";
  }
}
