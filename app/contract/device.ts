/**
 * Devices of virtual volumes: a queue of servers, or a composition of disks, an array, a controller's
 * cache and a link, whose times follow from physics (native/sim/devices). `{preset}` stands for a
 * composition of assets/devices; parsing puts it in its place, so that a resolved scenario says all.
 */
import * as z from "zod";
import { type DevicePresetName, devicePreset, devicePresetNames } from "./device-presets.ts";
import { integer, special } from "./fields.ts";

const maxUs = 10_000_000;
const maxSeekUs = 1_000_000;
export const maxMiBPerSecond = 1_000_000;
const maxGiB = 1024 * 1024;

export const queueDeviceSchema = z
  .strictObject({
    parallelism: integer(1, 4096, "operations that the device serves at once (spindles, channels)"),
    readServiceUs: integer(1, maxUs, "mean time of one read, us"),
    writeServiceUs: integer(1, maxUs, "mean time of one write, us"),
    sequentialReadServiceUs: special(
      integer(0, maxUs, "the same of a read that follows the I/O before it in its file, us"),
      { value: 0, means: "a tenth of the others" },
    ).default(0),
    sequentialWriteServiceUs: special(
      integer(0, maxUs, "the same of a write that follows the I/O before it in its file, us"),
      { value: 0, means: "a tenth of the others" },
    ).default(0),
    flushServiceUs: special(
      integer(
        0,
        maxUs,
        "mean time of a flush, which makes the writes before it durable, one at a time for each file, us",
      ),
      { value: 0, means: "durable when it is done" },
    ).default(0),
    sparseFlushWrites: integer(
      0,
      16,
      "writes of 4 KB, one after another, before a flush of a sparse file: the file system's journal of the pages that it has now",
    ).default(0),
    regionAllocationUs: special(
      integer(
        0,
        maxUs,
        "time in which the file system allocates a region of a sparse file: such a write has its file to itself until it is done, us",
      ),
      { value: 0, means: "0.1 ms, beside others" },
    ).default(0),
    batchSetupUs: special(
      integer(
        0,
        maxUs,
        "time before an idle device serves: all that comes until it is idle again completes together, as on the disk of a virtual machine, us",
      ),
      { value: 0, means: "each I/O by itself" },
    ).default(0),
    spread: z
      .enum(["exponential", "uniform", "fixed"])
      .default("exponential")
      .describe("distribution of the service time around its mean"),
    bandwidthMiBPerSecond: integer(1, maxMiBPerSecond, "MiB/s over all operations"),
    capacityMiB: special(integer(0, maxGiB * 1024, "room for the volume's files, MiB"), {
      value: 0,
      means: "no limit",
    }).default(0),
  })
  .describe("a queue of servers, each I/O served by one");

const spindleSchema = z
  .strictObject({
    kind: z.literal("spindle"),
    capacityGiB: integer(1, maxGiB, "of one disk, GiB"),
    rotationsPerMinute: integer(1000, 30_000, "speed of rotation, turns a minute"),
    trackToTrackSeekUs: integer(0, maxSeekUs, "shortest seek, us"),
    averageSeekUs: integer(1, maxSeekUs, "mean seek between two random places, reading, us"),
    fullStrokeSeekUs: integer(1, maxSeekUs, "seek from end to end, us"),
    writeSettleUs: integer(0, maxSeekUs, "more for a write that had to seek, us").default(500),
    transferMiBPerSecond: integer(1, 10_000, "rate from or to the platter, MiB/s"),
  })
  .describe("a rotating disk with an elevator");

const flashSchema = z
  .strictObject({
    kind: z.literal("flash"),
    capacityGiB: integer(1, maxGiB, "of one unit, GiB"),
    channels: integer(1, 4096, "flash pages that are read or programmed at once (dies)"),
    pageKiB: integer(4, 1024, "size of a flash page, KiB").default(16),
    readUs: integer(1, maxUs, "read of a flash page, transfer included, us"),
    programUs: integer(1, maxUs, "program of a flash page, us"),
    sustainedProgramUs: special(
      integer(0, maxUs, "the same once the fast writes are used up, us"),
      { value: 0, means: "no slower" },
    ).default(0),
    fastWriteMiB: special(integer(0, maxGiB * 1024, "writes before they slow down, MiB"), {
      value: 0,
      means: "all writes are fast",
    }).default(0),
    bufferMiB: special(integer(0, 65_536, "writes that are done before they are programmed, MiB"), {
      value: 0,
      means: "no buffer",
    }).default(0),
    bufferedWriteUs: integer(1, maxUs, "a write into the buffer, us").default(20),
    storedPercent: integer(
      1,
      100,
      "what a compressing controller has to program of a database's pages; 100 = it does not compress, %",
    ).default(100),
  })
  .describe("an SSD or a PCIe card");

const raidLevels = ["raid0", "raid1", "raid5", "raid6", "raid10"] as const;

const arraySchema = z
  .strictObject({
    level: z.enum(raidLevels).default("raid0").describe("how data is spread over the members"),
    members: integer(1, 1024, "disks of the array, without hot spares").default(1),
    groups: integer(
      1,
      256,
      "groups over which the array is striped: RAID 50 is RAID 5 with several",
    ).default(1),
    stripeUnitKiB: integer(8, 4096, "part of a stripe on one member, KiB").default(64),
  })
  .describe("RAID; one member alone is RAID 0");

const cacheSchema = z
  .strictObject({
    sizeMiB: integer(1, maxGiB, "dirty data that the controller holds, MiB"),
    hitUs: integer(1, maxUs, "a write that finds room, us"),
    destageFromPercent: integer(
      0,
      99,
      "share of dirty data from which it is written to the disks, %",
    ).default(50),
  })
  .describe("write-back cache of the controller");

const linkSchema = z
  .strictObject({
    ports: integer(1, 64, "cables, each used by one I/O at a time").default(1),
    portMiBPerSecond: special(
      integer(0, maxMiBPerSecond, "rate of one port, in each direction, MiB/s"),
      { value: 0, means: "no limit" },
    ).default(0),
    latencyUs: integer(0, maxUs, "there and back, without the transfer, us").default(0),
    depth: special(integer(0, 65_535, "most I/Os under way"), {
      value: 0,
      means: "any number",
    }).default(0),
    limitIosPerSecond: special(
      integer(0, 100_000_000, "limit that a provider sells, I/Os of up to 256 KiB a second"),
      { value: 0, means: "no limit" },
    ).default(0),
    limitMiBPerSecond: special(
      integer(0, maxMiBPerSecond, "limit that a provider sells, reads and writes together, MiB/s"),
      { value: 0, means: "no limit" },
    ).default(0),
  })
  .describe("what lies between the host and its storage");

/** The preset that a description was begun from. */
export const basedOnSchema = z
  .string()
  .max(64)
  .nullable()
  .default(null)
  .describe("name of the preset that it was taken from; says nothing to the engine");

export const composedDeviceSchema = z
  .strictObject({
    basedOn: basedOnSchema,
    member: z.discriminatedUnion("kind", [spindleSchema, flashSchema]).describe("each disk"),
    array: arraySchema.prefault({}),
    cache: cacheSchema.nullable().default(null),
    link: linkSchema.nullable().default(null),
  })
  .describe("disks, an array of them, a controller's cache and a link");

export type QueueDevice = z.infer<typeof queueDeviceSchema>;
export type ComposedDevice = z.infer<typeof composedDeviceSchema>;
export type DeviceDescription = QueueDevice | ComposedDevice;

const presetDeviceSchema = z
  .strictObject({ preset: z.enum(devicePresetNames).describe("name of a device preset") })
  .describe("a preset: see snapscope devices")
  .transform(({ preset }) => deviceOfPreset(preset));

/** The description that a preset stands for, every default filled in. */
export const deviceOfPreset = (name: DevicePresetName): ComposedDevice =>
  // They come with the program, and a test parses each.
  composedDeviceSchema.parse({ ...devicePreset(name).device, basedOn: name });

export const deviceSchema = z
  .union([queueDeviceSchema, composedDeviceSchema, presetDeviceSchema])
  .describe("device model of a virtual volume");

export const isComposed = (device: DeviceDescription): device is ComposedDevice =>
  "member" in device;

/** Members that hold data, each as many times as a row does. */
export function dataMembers({ level, members, groups }: ComposedDevice["array"]): number {
  const group = members / groups;
  const inGroup = { raid0: group, raid1: 1, raid5: group - 1, raid6: group - 2, raid10: group / 2 };
  return inGroup[level] * groups;
}

/** Room for files; null where nothing limits them. */
export function capacityMiB(device: DeviceDescription): number | null {
  if (!isComposed(device)) return device.capacityMiB === 0 ? null : device.capacityMiB;
  return device.member.capacityGiB * 1024 * dataMembers(device.array);
}

/** What a device can do, as its model does it when it is asked: native/calibration/device_figures.h. */
export const deviceFiguresSchema = z.object({
  /** I/Os under way in the figures a second. */
  depth: z.int().min(1),
  /** Reads of 8 KB, anywhere on the volume. */
  randomReadsPerSecond: z.int().min(0),
  /** Writes of 8 KB, anywhere on the volume, once caches and buffers are full. */
  randomWritesPerSecond: z.int().min(0),
  /** After fastWriteMiB; null: there is no cliff. */
  writesAfterCliffPerSecond: z.int().min(0).nullable(),
  /** Reads of 512 KB. */
  sequentialMiBPerSecond: z.int().min(0),
  /** How long one 8 KB I/O takes alone. */
  readUs: z.number().min(0),
  writeUs: z.number().min(0),
  capacityMiB: z.int().min(0).nullable(),
});

export type DeviceFigures = z.infer<typeof deviceFiguresSchema>;

/** Whose figures are asked for in one go: all that have a description, and those of an experiment beside them. */
export const maxDevicesAtOnce = 64;

export interface DeviceProblem {
  /** Below the device. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What ties one figure of a device to another. */
export function checkDevice(device: DeviceDescription): DeviceProblem[] {
  if (!isComposed(device)) return [];
  return [...checkArray(device.array), ...checkMember(device.member)];
}

const leastMembers = { raid0: 1, raid1: 2, raid5: 3, raid6: 4, raid10: 4 } as const;
const raidNames = {
  raid0: "RAID 0",
  raid1: "RAID 1",
  raid5: "RAID 5",
  raid6: "RAID 6",
  raid10: "RAID 10",
} as const;

function checkArray({ level, members, groups }: ComposedDevice["array"]): DeviceProblem[] {
  const name = raidNames[level];
  const path = ["array", "members"];
  if (members % groups !== 0) {
    return [
      {
        path,
        message: `${members} cannot be parted into ${groups} groups alike; allowed: a multiple of ${groups}`,
      },
    ];
  }
  const least = leastMembers[level] * groups;
  if (members < least) {
    const each = groups === 1 ? "" : ` in ${groups} groups`;
    return [
      { path, message: `${members} is too few for ${name}${each}; allowed: at least ${least}` },
    ];
  }
  if (level === "raid10" && (members / groups) % 2 !== 0) {
    const each = groups === 1 ? "" : " for each group";
    return [
      {
        path,
        message: `${members} disks cannot be paired, as ${name} needs them; allowed: an even number${each}`,
      },
    ];
  }
  return [];
}

function checkMember(member: ComposedDevice["member"]): DeviceProblem[] {
  if (member.kind === "flash") {
    const { sustainedProgramUs: sustained, programUs } = member;
    if (sustained === 0 || sustained >= programUs) return [];
    return [
      {
        path: ["member", "sustainedProgramUs"],
        message: `${sustained} is less than programUs (${programUs}); allowed: at least that, or 0`,
      },
    ];
  }
  const { trackToTrackSeekUs, averageSeekUs, fullStrokeSeekUs } = member;
  if (fullStrokeSeekUs < trackToTrackSeekUs) {
    return [
      {
        path: ["member", "fullStrokeSeekUs"],
        message: `${fullStrokeSeekUs} is less than trackToTrackSeekUs (${trackToTrackSeekUs}), the shortest seek; allowed: at least ${trackToTrackSeekUs}`,
      },
    ];
  }
  // Beyond it the curve through the three figures would fall somewhere.
  const most = Math.floor((4 * trackToTrackSeekUs + 11 * fullStrokeSeekUs) / 15);
  const least = Math.ceil((2 * trackToTrackSeekUs + fullStrokeSeekUs) / 3);
  if (averageSeekUs >= least && averageSeekUs <= most) return [];
  return [
    {
      path: ["member", "averageSeekUs"],
      message:
        `${averageSeekUs} does not lie between trackToTrackSeekUs (${trackToTrackSeekUs}) and ` +
        `fullStrokeSeekUs (${fullStrokeSeekUs}) as a mean does; allowed: from ${least} to ${most}`,
    },
  ];
}
