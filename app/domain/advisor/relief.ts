/** What gives a run twice of the resource that bounds it, as far as its settings have that. */
import type { Resource } from "../../contract/bottleneck.ts";
import {
  type ComposedDevice,
  type DeviceDescription,
  isComposed,
  maxMiBPerSecond,
} from "../../contract/device.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { isOfBackupReads, ofBackup } from "./backup-relief.ts";
import type { Relief } from "./rule.ts";
import { ofScan } from "./scan-relief.ts";
import { deviceOf, withDevice } from "./volumes.ts";

/** Null where no setting has it: what users lock is their business. */
export function reliefOf(resource: Resource, scenario: Scenario): Relief | null {
  // What is asked of an operation costs nothing, and goes before what has to be bought.
  const asked = ofBackup(resource, scenario) ?? ofScan(resource, scenario);
  if (asked !== null || isOfBackupReads(resource, scenario)) return asked;
  return resource.volume === null
    ? ofServer(resource, scenario)
    : ofVolume(resource, resource.volume, scenario);
}

function ofServer({ kind }: Resource, scenario: Scenario): Relief | null {
  const { server, storage, timeline } = scenario;
  const withServer = (change: Partial<Scenario["server"]>): Scenario => ({
    ...scenario,
    server: { ...server, ...change },
  });
  switch (kind) {
    case "schedulers":
      return {
        title: "Give the server more processors.",
        change: `It has ${2 * server.schedulers} schedulers.`,
        changed: withServer({ schedulers: 2 * server.schedulers }),
      };
    case "coreSpeed":
      return {
        title: "Give the server faster processors: more of them would have nothing to do.",
        change: "Each is twice as fast.",
        changed: withServer({ coreSpeedPercent: 2 * server.coreSpeedPercent }),
      };
    case "memory":
      return {
        title: "Give the server more memory for pages.",
        change: `It has ${2 * server.memoryMiB} MiB.`,
        changed: withServer({ memoryMiB: 2 * server.memoryMiB }),
      };
    case "network": {
      const { network } = storage;
      if (network === null) return null;
      return {
        title: "Give the server more network paths to its volumes.",
        change: `It has ${2 * network.paths}.`,
        changed: {
          ...scenario,
          storage: { ...storage, network: { ...network, paths: 2 * network.paths } },
        },
      };
    }
    case "tableLocks":
      return {
        title: "Build the index online.",
        change: "Users wait for the build at its begin and its end only.",
        changed: {
          ...scenario,
          timeline: timeline.map((entry) => ({ ...entry, command: online(entry.command) })),
        },
      };
    default:
      return null;
  }
}

type TimelineCommand = Scenario["timeline"][number]["command"];

const online = (command: TimelineCommand): TimelineCommand =>
  command.kind === "rebuildIndex" || command.kind === "createIndex"
    ? { ...command, online: true }
    : command;

function ofVolume({ kind }: Resource, volume: string, scenario: Scenario): Relief | null {
  const relieved = (title: string, change: string, changed: DeviceDescription): Relief => ({
    title,
    change,
    changed: withDevice(scenario, volume, changed),
  });
  if (kind === "pageCopies") return withoutCopies(volume, scenario);
  if (kind === "checkpoint") return rarerCheckpoints(scenario);
  const device = deviceOf(scenario, volume);
  if (device === undefined) return null;
  switch (kind) {
    case "device":
      return relieved(
        `Give volume ${volume} more disks or channels.`,
        "It serves twice as many I/Os at a time, each as fast as before.",
        twiceTheDisks(device),
      );
    case "bandwidth":
      return relieved(
        `Give volume ${volume} more bandwidth.`,
        "It has twice as much.",
        twiceTheBandwidth(device),
      );
    case "ioLimit":
      return relieved(
        `Buy more I/Os a second for volume ${volume}.`,
        "The limit on I/Os is twice as high.",
        withLink(device, ({ limitIosPerSecond }) => ({ limitIosPerSecond: 2 * limitIosPerSecond })),
      );
    case "byteLimit":
      return relieved(
        `Buy more throughput for volume ${volume}.`,
        "The limit on bytes is twice as high.",
        withLink(device, ({ limitMiBPerSecond }) => ({ limitMiBPerSecond: 2 * limitMiBPerSecond })),
      );
    case "queueDepth":
      return relieved(
        `Allow more I/Os on their way to volume ${volume}.`,
        "The queue depth is twice as large.",
        withLink(device, ({ depth }) => ({ depth: 2 * depth })),
      );
    case "ioTime":
      return relieved(
        `Give volume ${volume} a device with a shorter time for an I/O: more of the same would not help.`,
        "An I/O takes half the time.",
        halfTheTime(device),
      );
    case "regionAllocation":
      if (isComposed(device) || device.regionAllocationUs === 0) return null;
      return relieved(
        `Give volume ${volume} a file system that allocates faster.`,
        "Allocating a region of a sparse file takes half the time.",
        { ...device, regionAllocationUs: Math.ceil(device.regionAllocationUs / 2) },
      );
    default:
      return null;
  }
}

/** What the product comes with. */
const usualRecoverySeconds = 60;
const maxRecoverySeconds = 3600;

/** A page that is changed often is written once by each checkpoint: by fewer of them less often. */
function rarerCheckpoints(scenario: Scenario): Relief {
  const { server, database } = scenario;
  const target = database.targetRecoveryTimeSeconds ?? 0;
  const rarer = (seconds: number) =>
    Math.min(maxRecoverySeconds, Math.max(usualRecoverySeconds, 2 * seconds));
  const title = "Let checkpoints write less: allow recovery more time.";
  return target > 0
    ? {
        title,
        change: `The target recovery time of the database is ${rarer(target)} s.`,
        changed: {
          ...scenario,
          database: { ...database, targetRecoveryTimeSeconds: rarer(target) },
        },
      }
    : {
        title,
        change: `The recovery interval of the server is ${rarer(server.recoveryIntervalSeconds)} s.`,
        changed: {
          ...scenario,
          server: { ...server, recoveryIntervalSeconds: rarer(server.recoveryIntervalSeconds) },
        },
      };
}

function withoutCopies(name: string, scenario: Scenario): Relief {
  const volumes = scenario.storage.volumes.map((volume) =>
    volume.name === name && volume.arraySnapshots !== undefined
      ? {
          ...volume,
          arraySnapshots: { ...volume.arraySnapshots, scheme: "redirectOnWrite" as const },
        }
      : volume,
  );
  return {
    title: `Have the array of volume ${name} write changes elsewhere, not copy what was there.`,
    change: "It redirects writes.",
    changed: { ...scenario, storage: { ...scenario.storage, volumes } },
  };
}

function twiceTheDisks(device: DeviceDescription): DeviceDescription {
  if (!isComposed(device)) return { ...device, parallelism: 2 * device.parallelism };
  const { array } = device;
  const isParity = array.level === "raid5" || array.level === "raid6";
  return {
    ...device,
    array: {
      ...array,
      // A third copy of a mirror takes no load off the others: two mirrors do.
      level: array.level === "raid1" ? "raid10" : array.level,
      members: 2 * array.members,
      groups: isParity ? 2 * array.groups : array.groups,
    },
  };
}

function twiceTheBandwidth(device: DeviceDescription): DeviceDescription {
  if (isComposed(device)) return withLink(device, ({ ports }) => ({ ports: 2 * ports }));
  const bandwidthMiBPerSecond = Math.min(maxMiBPerSecond, 2 * device.bandwidthMiBPerSecond);
  return { ...device, bandwidthMiBPerSecond };
}

type Link = NonNullable<ComposedDevice["link"]>;

const withLink = (
  device: DeviceDescription,
  change: (link: Link) => Partial<Link>,
): DeviceDescription =>
  isComposed(device) && device.link !== null
    ? { ...device, link: { ...device.link, ...change(device.link) } }
    : device;

const half = (us: number): number => Math.ceil(us / 2);

function halfTheTime(device: DeviceDescription): DeviceDescription {
  if (!isComposed(device)) {
    return {
      ...device,
      readServiceUs: half(device.readServiceUs),
      writeServiceUs: half(device.writeServiceUs),
      sequentialReadServiceUs: half(device.sequentialReadServiceUs),
      sequentialWriteServiceUs: half(device.sequentialWriteServiceUs),
      flushServiceUs: half(device.flushServiceUs),
    };
  }
  const { member } = device;
  const nearer = withLink(device, ({ latencyUs }) => ({ latencyUs: half(latencyUs) }));
  if (member.kind === "flash") {
    return {
      ...nearer,
      member: {
        ...member,
        readUs: half(member.readUs),
        programUs: half(member.programUs),
        sustainedProgramUs: half(member.sustainedProgramUs),
        bufferedWriteUs: half(member.bufferedWriteUs),
      },
    } as ComposedDevice;
  }
  return {
    ...nearer,
    cache: device.cache ?? { sizeMiB: 512, hitUs: 200, destageFromPercent: 50 },
  } as ComposedDevice;
}
