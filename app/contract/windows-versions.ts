/**
 * How much of one sparse file a file system holds, by the version of Windows. NTFS lists the fragments of a file in file
 * records, and these in an attribute list of at most 256 KiB. A snapshot's sparse file is, at worst, a fragment for each
 * region of 64 KiB. docs/decisions/0027 says where the limits apply.
 */
export interface SparseFileLimit {
  /** The scenario's limit: 0 is none. */
  readonly sparseFileLimitMiB: number;
  readonly sparseFileLimitError: "665" | "1450";
}

interface FileSystem {
  readonly title: string;
  readonly limit: SparseFileLimit;
}

const limitOfGiB = (
  gibibytes: number,
  sparseFileLimitError: SparseFileLimit["sparseFileLimitError"] = "665",
): SparseFileLimit => ({ sparseFileLimitMiB: gibibytes * 1024, sparseFileLimitError });

/** What holds where no Windows is named, or where the file system has no limit. */
export const noSparseFileLimit = limitOfGiB(0);

/** Today's first. */
const fileSystems = {
  // About 1.5 million fragments.
  ntfs: { title: "NTFS", limit: limitOfGiB(91.5) },
  // Records of 4 KiB instead of 1 KiB list four times as many.
  ntfsLargeRecords: { title: "NTFS with large file records", limit: limitOfGiB(366) },
  refs: { title: "ReFS", limit: noSparseFileLimit },
  windows2008r2: { title: "Windows Server 2008 R2", limit: limitOfGiB(64) },
  windows2008: { title: "Windows Server 2008", limit: limitOfGiB(16) },
  windows2003: { title: "Windows Server 2003", limit: limitOfGiB(64, "1450") },
} as const satisfies Readonly<Record<string, FileSystem>>;

export type FileSystemName = keyof typeof fileSystems;
export const fileSystemNames = Object.keys(fileSystems) as FileSystemName[];

export const fileSystem = (name: FileSystemName): FileSystem => fileSystems[name];

interface WindowsVersion {
  readonly title: string;
  readonly fileSystem: FileSystemName;
  /** What it stands for in a scenario of formatVersion 1, where that is another one. */
  readonly fileSystemInFormat1?: FileSystemName;
  readonly source: string;
}

const versions: Readonly<Record<string, WindowsVersion>> = {
  "2003": {
    title: "Windows Server 2003",
    fileSystem: "windows2003",
    source: "claysql.blogspot.com on DBCC and sparse files (July 2009): 64 GB, error 1450",
  },
  "2008": {
    title: "Windows Server 2008",
    fileSystem: "windows2008",
    source: "claysql.blogspot.com on DBCC and sparse files (July 2009): 16 GB, error 665",
  },
  "2008r2": {
    title: "Windows Server 2008 R2",
    fileSystem: "windows2008r2",
    source:
      "CSS SQL Server Engineers, sparse file errors 1450 or 665 (2009): the hotfix of 2008, which R2 has, gives it the limit of 2003",
  },
  "2012": {
    title: "Windows Server 2012 or later, NTFS as it formats it",
    fileSystem: "ntfs",
    fileSystemInFormat1: "refs",
    source:
      "Microsoft, The Four Stages of NTFS File Growth, part 2 (2015): an attribute list of at most 256 KB; reckoned from it, 8,192 file records of 1 KB with some 183 fragments each, at worst one for each 64 KB; large file records (KB 967351, format /L) have four times as many",
  },
};

/** The version by the name that the files of assets/servers give it, which a test reads. */
export function windowsVersion(name: string): WindowsVersion {
  const version = versions[name];
  if (version === undefined) throw new Error(`assets/servers: there is no Windows ${name}`);
  return version;
}

/** `formatVersion`: of the scenario whose server has this Windows. */
export function fileSystemOfWindows(name: string, formatVersion: unknown): FileSystem {
  const version = windowsVersion(name);
  const inFormat1 = version.fileSystemInFormat1 ?? version.fileSystem;
  return fileSystem(formatVersion === 1 ? inFormat1 : version.fileSystem);
}
