/**
 * How much of one sparse file NTFS holds, by the version of Windows: a file's fragments are listed in
 * records of limited number and size, and a snapshot's sparse file is all fragments. docs/decisions/0027 says where
 * the limits apply.
 */
export interface SparseFileLimit {
  /** As the scenario has it: 0 is no limit. */
  readonly sparseFileLimitMiB: number;
  readonly sparseFileLimitError: "665" | "1450";
}

interface WindowsVersion extends SparseFileLimit {
  readonly title: string;
  readonly source: string;
}

const versions: Readonly<Record<string, WindowsVersion>> = {
  "2003": {
    title: "Windows Server 2003",
    sparseFileLimitMiB: 64 * 1024,
    sparseFileLimitError: "1450",
    source: "claysql.blogspot.com on DBCC and sparse files (July 2009): 64 GB, error 1450",
  },
  "2008": {
    title: "Windows Server 2008",
    sparseFileLimitMiB: 16 * 1024,
    sparseFileLimitError: "665",
    source: "claysql.blogspot.com on DBCC and sparse files (July 2009): 16 GB, error 665",
  },
  "2008r2": {
    title: "Windows Server 2008 R2",
    sparseFileLimitMiB: 64 * 1024,
    sparseFileLimitError: "665",
    source:
      "CSS SQL Server Engineers, sparse file errors 1450 or 665 (2009): the hotfix of 2008, which R2 has, gives it the limit of 2003",
  },
  "2012": {
    title: "Windows Server 2012 or later",
    sparseFileLimitMiB: 0,
    sparseFileLimitError: "665",
    source:
      "Microsoft, KB 967351: volumes formatted with large file records (format /L) hold any snapshot of today",
  },
};

/** As the files of assets/servers name it, which a test reads. */
export function windowsVersion(name: string): WindowsVersion {
  const version = versions[name];
  if (version === undefined) throw new Error(`assets/servers: there is no Windows ${name}`);
  return version;
}

/** Of a server of which no Windows is named. */
export const noSparseFileLimit: SparseFileLimit = {
  sparseFileLimitMiB: 0,
  sparseFileLimitError: "665",
};
