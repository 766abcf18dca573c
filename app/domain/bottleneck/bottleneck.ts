/**
 * Where the bottleneck of a span is. The time of sessions and operations is dealt to resources by what their
 * waits are for, and which part of a device was busy; the one that got most of it binds if twice as much of it
 * would let noticeably more through. docs/internals/bottleneck.md has the reasons.
 */
import type { Bottleneck, Resource, ResourceKind } from "../../contract/bottleneck.ts";
import { backupVolumes, dataVolumes, tempdbVolume } from "../../contract/placement.ts";
import type { Evidence } from "../../contract/recommendation.ts";
import { isOverseersWait, waitPurpose } from "../waits/wait-purpose.ts";
import { type BackupPace, backupPace } from "./backup-pace.ts";
import { isLogFrozen } from "./freeze.ts";
import type { Measured, UsedPart } from "./measured.ts";
import { holdsHalfOfMisses } from "./memory.ts";
import { resourceName } from "./resource-names.ts";
import {
  busiest,
  busyWith,
  isBusy,
  kindOf,
  nearlyAll,
  partEvidence,
  utilisationOf,
} from "./volume-parts.ts";

/**
 * Twice as much of a resource saves half of the time that goes there at the least: of this share a tenth of
 * all time, the pauses of users included. What is less nobody would notice.
 */
const leastShare = 0.2;
/** Of one that is used up: whatever is asked of it on top waits, so that the share grows with the first user more. */
const leastShareOfUsedUp = 0.05;

/** Which resource it is, and what of it was busy. */
interface Place {
  readonly kind: ResourceKind;
  readonly volume: string | null;
  readonly part: UsedPart | null;
}

interface Spent {
  readonly place: Place;
  ms: number;
  readonly waits: { readonly waitType: string; readonly waitMs: number }[];
}

export function bottleneckOf(measured: Measured): Bottleneck {
  const spent = [...spentBy(measured)].toSorted((a, b) => b.ms - a.ms);
  const worked = spent.reduce((sum, { ms }) => sum + ms, 0);
  const allMs = worked + pausesMs(measured);
  const resources = spent.map((one) => resourceOf(one, measured, allMs));
  return {
    fromMs: measured.startMs,
    toMs: measured.endMs,
    resources,
    binding: bindingOf(resources),
  };
}

function bindingOf(resources: readonly Resource[]): Resource | null {
  const binds = ({ share, utilisation, kind }: Resource): boolean => {
    const isUsedUp = (utilisation ?? 0) >= nearlyAll;
    return kind !== "other" && share >= (isUsedUp ? leastShareOfUsedUp : leastShare);
  };
  // While a backup's buffers are all taken, readers that read faster wait longer for one.
  const forBuffers = resources.find(
    ({ share, waits }) => share >= leastShare && waits.some(isForBuffers),
  );
  const [first] = resources;
  return forBuffers ?? (first !== undefined && binds(first) ? first : null);
}

const isForBuffers = ({ waitType }: { readonly waitType: string }): boolean =>
  waitPurpose(waitType) === "backupBuffers";

/** Users between two transactions. */
const pausesMs = ({ counter, usersAtWork, lengthMs }: Measured): number =>
  Math.max(0, counter("userConnections") - usersAtWork) * lengthMs;

const processorPercent = "processorTimePercent";

function spentBy(measured: Measured): Iterable<Spent> {
  const spent = new Map<string, Spent>();
  const add = (place: Place, ms: number, waitType: string | null) => {
    const key = `${place.kind} ${place.volume}`;
    const one = spent.get(key) ?? { place, ms: 0, waits: [] };
    one.ms += ms;
    if (waitType !== null) one.waits.push({ waitType, waitMs: ms });
    spent.set(key, one);
  };
  const processors = processorsOf(measured);
  const backup = backupPace(measured);
  const { schedulers } = measured.scenario.server;
  const usedMs = (measured.counter(processorPercent) / 100) * schedulers * measured.lengthMs;
  // Who packs too slowly is waited for: that is the time of those who want a buffer.
  const computedMs = usedMs - (backup?.packedMs ?? 0);
  if (computedMs > 0) add(processors, computedMs, null);
  if (backup !== null && backup.forBuffersMs > 0) {
    add(ofBuffers(backup, measured, processors), backup.forBuffersMs, "BACKUPBUFFER");
  }
  for (const wait of measured.waits) {
    if (isOverseersWait(wait.waitType)) continue;
    const purpose = waitPurpose(wait.waitType);
    if (backup !== null && (purpose === "backup" || purpose === "backupBuffers")) continue;
    const place = placeOf(wait.waitType, measured, processors);
    if (wait.waitMs > wait.signalMs) add(place, wait.waitMs - wait.signalMs, wait.waitType);
    if (wait.signalMs > 0) add(processors, wait.signalMs, null);
  }
  return spent.values();
}

/** Whether there are too few of them, or each is too slow: nobody waits for a scheduler then. */
function processorsOf({ counter, waits, scenario, lengthMs }: Measured): Place {
  const { schedulers } = scenario.server;
  const serving = (counter(processorPercent) / 100) * schedulers;
  const queuedMs = waits.reduce((sum, wait) => {
    const isYield = waitPurpose(wait.waitType) === "processors";
    return sum + (isYield ? wait.waitMs : wait.signalMs);
  }, 0);
  const waiting = queuedMs / lengthMs;
  const part = { volume: "", part: "schedulers", units: schedulers, serving, waiting };
  return { kind: isBusy(part) ? "schedulers" : "coreSpeed", volume: null, part };
}

const noPart = (kind: ResourceKind): Place => ({ kind, volume: null, part: null });

function placeOf(waitType: string, measured: Measured, processors: Place): Place {
  const { placement } = measured.scenario.storage;
  const purpose = waitPurpose(waitType);
  switch (purpose) {
    case "processors":
      return processors;
    case "data":
      return holdsHalfOfMisses(measured)
        ? noPart("memory")
        : ioOn([...dataVolumes(placement), ...readSparseFiles(measured)], measured);
    case "log":
      return isLogFrozen(measured) ? noPart("freeze") : ioOn([placement.log], measured);
    case "snapshot":
      return ofSparseFiles(waitType, measured);
    case "operation":
      return ioOn([...dataVolumes(placement), placement.log, ...tempdbOf(measured)], measured);
    case "backup":
      return ioOn(backupVolumes(placement), measured);
    default:
      return noPart(purpose);
  }
}

/** Reports wait for a page of a sparse file as they do for one of the data files. */
const readSparseFiles = ({ counter, scenario }: Measured): readonly string[] =>
  counter("snapshotReadBytesPerSecond") > 0 ? [scenario.storage.placement.snapshot] : [];

const tempdbOf = ({ scenario }: Measured): readonly string[] => {
  const volume = tempdbVolume(scenario.storage.placement);
  return volume === undefined ? [] : [volume];
};

/** What I/O on these volumes waits for: the busiest part of theirs, or else the I/O itself. */
function ioOn(volumes: readonly string[], measured: Measured): Place {
  const { parts } = measured;
  const onWay = parts.filter(({ volume }) => volume === "" || volumes.includes(volume));
  const busy = busiest(onWay.filter(isBusy));
  if (busy !== null) {
    const kind = busyWith(busy, measured) ?? kindOf(busy);
    return { kind, volume: busy.volume === "" ? null : busy.volume, part: busy };
  }
  const part = busiest(onWay.filter(({ part: name }) => name === "servers"));
  return { kind: "ioTime", volume: part?.volume ?? volumes[0] ?? null, part };
}

/** The call that writes to a sparse file lasts until its region is allocated, whatever the device does. */
function ofSparseFiles(waitType: string, measured: Measured): Place {
  const { snapshot } = measured.scenario.storage.placement;
  const io = ioOn([snapshot], measured);
  const allocates = waitType === "PREEMPTIVE_OS_WRITEFILE" && io.kind === "ioTime";
  return allocates ? { ...io, kind: "regionAllocation", part: null } : io;
}

/** Who waits for a buffer waits for those who have them, if these cannot do more. */
function ofBuffers({ writing }: BackupPace, measured: Measured, processors: Place): Place {
  const io = ioOn(backupVolumes(measured.scenario.storage.placement), measured);
  if (io.kind !== "ioTime" || writing >= nearlyAll) return io;
  return processors.kind === "schedulers" ? processors : noPart("backupBuffers");
}

function resourceOf({ place, ms, waits }: Spent, measured: Measured, allMs: number): Resource {
  const { kind, volume, part } = place;
  const share = allMs > 0 ? ms / allMs : 0;
  return {
    kind,
    volume,
    name: resourceName(kind, volume),
    share,
    utilisation: part === null ? null : utilisationOf(part),
    waits: waits.toSorted((a, b) => b.waitMs - a.waitMs),
    evidence: evidenceOf(place, measured, { share, waits }),
  };
}

function evidenceOf(
  { kind, part }: Place,
  { counter, lengthMs }: Measured,
  spent: { readonly share: number; readonly waits: Spent["waits"] },
): Evidence[] {
  const evidence: Evidence[] = [
    { label: "Share of the time of sessions and operations", value: spent.share, unit: "share" },
  ];
  if (part !== null) evidence.push(...partEvidence(part));
  if (kind === "memory") {
    const value = counter("pageReadsPerSecond");
    evidence.push({ label: "Page reads", value, unit: { name: "pages/s" } });
  }
  for (const { waitType, waitMs } of spent.waits.slice(0, 3)) {
    const value = waitMs / (lengthMs / 1000);
    evidence.push({ label: waitType, value, unit: { name: "ms/s" } });
  }
  return evidence;
}
