/** Numbers that a form begins with where a value was in words until now ("no limit"). */
import type { Path } from "../../contract/schema-path.ts";

/** Usual ones: what is wanted is typed over them. By the key of the value. */
const usual: Readonly<Record<string, number>> = {
  sparseFileLimitMiB: 93_696,
  indexCreateMemoryKiB: 1024,
  logBackupIntervalSeconds: 60,
  targetRecoveryTimeSeconds: 60,
  hotRows: 10_000,
  batchRows: 1000,
  stopAtSeconds: 60,
  bufferCount: 24,
  maxTransferSizeKiB: 2048,
  blockSizeBytes: 65_536,
  pace: 1,
  beforeOpeningSeconds: 60,
  beforeStartUpSeconds: 300,
  sequentialReadServiceUs: 500,
  sequentialWriteServiceUs: 500,
  flushServiceUs: 500,
  regionAllocationUs: 100,
  batchSetupUs: 100,
  capacityMiB: 1_048_576,
  sizeGiB: 1024,
  poolGiB: 1024,
  sustainedProgramUs: 1000,
  fastWriteMiB: 65_536,
  bufferMiB: 64,
  portMiBPerSecond: 1000,
  depth: 32,
  limitIosPerSecond: 3000,
  limitMiBPerSecond: 125,
};

export const firstNumber = (path: Path): number => usual[String(path.at(-1))] ?? 1;
