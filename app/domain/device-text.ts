/** What a device is, and what it can do, in one line. */
import {
  type ComposedDevice,
  type DeviceDescription,
  type DeviceFigures,
  isComposed,
} from "../contract/device.ts";
import { formatExact } from "./format/numbers.ts";

export function describeDevice(device: DeviceDescription): string {
  if (!isComposed(device)) {
    const milliseconds = (microseconds: number) => String(microseconds / 1000);
    const capacity = device.capacityMiB === 0 ? "" : `, ${device.capacityMiB} MiB large`;
    return (
      `${device.parallelism} at a time, read ${milliseconds(device.readServiceUs)} ms, ` +
      `write ${milliseconds(device.writeServiceUs)} ms (${device.spread}), ${device.bandwidthMiBPerSecond} MiB/s${capacity}`
    );
  }
  const { cache, link, basedOn } = device;
  const parts = [
    describeMembers(device),
    ...(cache === null ? [] : [`cache ${formatExact(cache.sizeMiB)} MiB`]),
    ...(link === null ? [] : describeLink(link)),
  ];
  return basedOn === null ? parts.join(", ") : `${basedOn}: ${parts.join(", ")}`;
}

const levelNames: Readonly<Record<ComposedDevice["array"]["level"], string>> = {
  raid0: "RAID 0",
  raid1: "RAID 1",
  raid5: "RAID 5",
  raid6: "RAID 6",
  raid10: "RAID 10",
};

function describeMembers({ member, array }: ComposedDevice): string {
  const kind =
    member.kind === "spindle"
      ? `disks of ${formatExact(member.rotationsPerMinute)} turns a minute`
      : `flash units of ${member.channels} channels`;
  if (array.members === 1) return `1 ${kind.replace("disks", "disk").replace("units", "unit")}`;
  const groups = array.groups === 1 ? "" : ` in ${array.groups} groups`;
  return `${array.members} ${kind}, ${levelNames[array.level]}${groups}`;
}

function describeLink(link: NonNullable<ComposedDevice["link"]>): string[] {
  const { ports, portMiBPerSecond, limitIosPerSecond, limitMiBPerSecond } = link;
  return [
    ...(portMiBPerSecond === 0 ? [] : [`link ${ports} × ${formatExact(portMiBPerSecond)} MiB/s`]),
    ...(limitIosPerSecond === 0 ? [] : [`at most ${formatExact(limitIosPerSecond)} I/Os a second`]),
    ...(limitMiBPerSecond === 0 ? [] : [`at most ${formatExact(limitMiBPerSecond)} MiB/s`]),
  ];
}

/** "about 4,900 random 8 KB reads/s, 2,500 writes/s, 180 MiB/s sequential; ...". */
export function describeFigures(figures: DeviceFigures): string {
  const { writesAfterCliffPerSecond: afterCliff, capacityMiB } = figures;
  const cliff =
    afterCliff === null ? "" : ` (${twoDigits(afterCliff)} once the fast part is written)`;
  const capacity = capacityMiB === null ? "" : `; ${room(capacityMiB)}`;
  return (
    `about ${twoDigits(figures.randomReadsPerSecond)} random 8 KB reads/s, ` +
    `${twoDigits(figures.randomWritesPerSecond)} writes/s${cliff}, ` +
    `${twoDigits(figures.sequentialMiBPerSecond)} MiB/s sequential, with ${formatExact(figures.depth)} I/Os under way; ` +
    `alone a read takes ${milliseconds(figures.readUs)} ms, a write ${milliseconds(figures.writeUs)} ms${capacity}`
  );
}

/** "4,900 reads/s, 5.6 ms alone": at random, of 8 KB. */
export const speedText = ({ randomReadsPerSecond, readUs }: DeviceFigures): string =>
  `${twoDigits(randomReadsPerSecond)} reads/s, ${milliseconds(readUs)} ms alone`;

const room = (mebibytes: number): string =>
  mebibytes < 1024 ? `${mebibytes} MiB` : `${formatExact(Math.floor(mebibytes / 1024))} GiB`;

/** 4,873 is 4,900: a model is not known better. */
const twoDigits = (value: number): string => formatExact(Number(value.toPrecision(2)));

const milliseconds = (microseconds: number): string =>
  String(Number((microseconds / 1000).toPrecision(2)));
