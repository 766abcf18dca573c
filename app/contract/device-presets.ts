/**
 * Device presets: the data files of assets/devices, each a composed device with a source for every
 * figure. They are imported, not read, so that a scenario resolves alike in the app, the page and
 * the command line.
 */
import awsGp3 from "../../assets/devices/aws-gp3.json" with { type: "json" };
import awsIo2 from "../../assets/devices/aws-io2.json" with { type: "json" };
import azureP30 from "../../assets/devices/azure-p30.json" with { type: "json" };
import azurePremiumV2 from "../../assets/devices/azure-premium-v2.json" with { type: "json" };
import dellPs6000xv from "../../assets/devices/dell-ps6000xv.json" with { type: "json" };
import dellPs6500e from "../../assets/devices/dell-ps6500e.json" with { type: "json" };
import laptop from "../../assets/devices/laptop.json" with { type: "json" };
import nvmeConsumer from "../../assets/devices/nvme-consumer.json" with { type: "json" };
import nvmeDataCentre from "../../assets/devices/nvme-data-centre.json" with { type: "json" };
import sataSsd from "../../assets/devices/sata-ssd.json" with { type: "json" };
import sataSsdQlc from "../../assets/devices/sata-ssd-qlc.json" with { type: "json" };
import sqlcatJ from "../../assets/devices/sqlcat-j.json" with { type: "json" };
import sqlcatK from "../../assets/devices/sqlcat-k.json" with { type: "json" };
import sqlcatL from "../../assets/devices/sqlcat-l.json" with { type: "json" };
import sqlcatP from "../../assets/devices/sqlcat-p.json" with { type: "json" };
import sqlcatQ from "../../assets/devices/sqlcat-q.json" with { type: "json" };
import sqlcatX from "../../assets/devices/sqlcat-x.json" with { type: "json" };
import sqlskillsK from "../../assets/devices/sqlskills-k.json" with { type: "json" };
import sqlskillsL from "../../assets/devices/sqlskills-l.json" with { type: "json" };
import sqlskillsM from "../../assets/devices/sqlskills-m.json" with { type: "json" };
import sqlskillsN from "../../assets/devices/sqlskills-n.json" with { type: "json" };
import sqlskillsQ from "../../assets/devices/sqlskills-q.json" with { type: "json" };
import sqlskillsR from "../../assets/devices/sqlskills-r.json" with { type: "json" };
import tuningPostDsi from "../../assets/devices/tuning-post-dsi.json" with { type: "json" };
import type { AssumedRanges } from "./assumed-range.ts";

export interface DevicePreset {
  readonly title: string;
  /** For where many stand below each other, and for names made of it: no comma. */
  readonly shortTitle: string;
  readonly description: string;
  /** The device in the form of the scenario's schema. */
  readonly device: object;
  /** Where each figure is from, by its path in the device: "member.averageSeekUs". */
  readonly sources: Readonly<Record<string, string>>;
  /** What the figures may be that are assumed; there is none of any other. */
  readonly ranges: AssumedRanges;
}

/** In the order in which people look for them: the papers' volumes, drives, clouds. */
const presets = {
  "sqlcat-j": sqlcatJ,
  "sqlcat-k": sqlcatK,
  "sqlcat-l": sqlcatL,
  "sqlcat-p": sqlcatP,
  "sqlcat-q": sqlcatQ,
  "sqlcat-x": sqlcatX,
  "sqlskills-k": sqlskillsK,
  "sqlskills-l": sqlskillsL,
  "sqlskills-m": sqlskillsM,
  "sqlskills-n": sqlskillsN,
  "sqlskills-q": sqlskillsQ,
  "sqlskills-r": sqlskillsR,
  "dell-ps6000xv": dellPs6000xv,
  "dell-ps6500e": dellPs6500e,
  "tuning-post-dsi": tuningPostDsi,
  "sata-ssd": sataSsd,
  "sata-ssd-qlc": sataSsdQlc,
  "nvme-consumer": nvmeConsumer,
  "nvme-data-centre": nvmeDataCentre,
  laptop,
  "aws-gp3": awsGp3,
  "aws-io2": awsIo2,
  "azure-p30": azureP30,
  "azure-premium-v2": azurePremiumV2,
} as const satisfies Readonly<Record<string, DevicePreset>>;

export type DevicePresetName = keyof typeof presets;
export const devicePresetNames = Object.keys(presets) as [DevicePresetName, ...DevicePresetName[]];

export const isDevicePreset = (name: string): name is DevicePresetName =>
  Object.hasOwn(presets, name);

export const devicePreset = (name: DevicePresetName): DevicePreset => presets[name];
