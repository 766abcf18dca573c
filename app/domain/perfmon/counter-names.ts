/**
 * Names of objects and counters without what differs between hosts: case, instance prefix, and the
 * language of Windows or of SQL Server. Some languages of SQL Server translate only the counters and
 * keep the objects' English names, so the two are looked up one by one.
 */
import type { CounterPath } from "./perfmon-table.ts";

/** English name, in lower case -> what it is called in German, French, Spanish, Italian, Russian. */
const translatedObjects: Readonly<Record<string, readonly string[]>> = {
  "buffer manager": ["puffer-manager", "gestionnaire de tampons"],
  databases: ["datenbanken", "bases de données"],
  processor: ["prozessor", "processeur", "procesador", "processore", "процессор"],
  "processor information": ["información del procesador", "сведения о процессоре"],
  logicaldisk: ["logischer datenträger", "disque logique", "disco lógico", "логический диск"],
  physicaldisk: [
    "physikalischer datenträger",
    "disque physique",
    "disco físico",
    "disco fisico",
    "физический диск",
  ],
};

const translatedCounters: Readonly<Record<string, readonly string[]>> = {
  "% processor time": [
    "prozessorzeit (%)",
    "% temps processeur",
    "% de tiempo de procesador",
    "% tempo processore",
    "% de tempo do processador",
    "% загруженности процессора",
  ],
  "disk read bytes/sec": [
    "bytes gelesen/s",
    "lectures disque, octets/s",
    "bytes de lectura de disco/s",
    "byte letti da disco/sec",
    "скорость чтения с диска (байт/с)",
  ],
  "disk write bytes/sec": [
    "bytes geschrieben/s",
    "écritures disque, octets/s",
    "bytes de escritura en disco/s",
    "byte scritti su disco/sec",
    "скорость записи на диск (байт/с)",
  ],
  "avg. disk sec/read": [
    "mittlere sek./lesevorgänge",
    "moyenne disque s/lecture",
    "среднее время чтения с диска (с)",
  ],
  "avg. disk sec/write": [
    "mittlere sek./schreibvorgänge",
    "moyenne disque s/écriture",
    "среднее время записи на диск (с)",
  ],
  "checkpoint pages/sec": ["prüfpunktseiten/sekunde", "pages de points de contrôle/s"],
  "lazy writes/sec": ["verzögerte schreibvorgänge/sekunde", "écritures différées/s"],
  "page lookups/sec": ["suchvorgänge in seiten/sekunde", "recherches de pages/s"],
  "page reads/sec": ["seitenlesevorgänge/sekunde", "lectures de pages/s"],
  "page writes/sec": ["seitenschreibvorgänge/sekunde", "écritures de pages/s"],
  "page life expectancy": [
    "lebenserwartung von seiten",
    "espérance de vie d'une page",
    "примерный срок хранения страницы",
  ],
  "transactions/sec": ["transaktionen/sekunde", "transactions/s"],
  "active transactions": ["aktive transaktionen", "transactions actives"],
  "percent log used": ["protokoll verwendet (prozent)", "pourcentage utilisé du journal"],
  "log flushes/sec": ["protokollleerungen/sekunde", "vidages du journal/s"],
  "log bytes flushed/sec": ["geleerte protokollbytes/sekunde", "octets de journal vidés/s"],
  "backup/restore throughput/sec": [
    "sicherungs-/wiederherstellungsdurchsatz/sekunde",
    "débit de sauvegarde/restauration/seconde",
  ],
};

/** "/sec", "/s", "/Sek.", "/Sekunde", "/seconde", "/seg", "/с": one and the same. */
const perSecond = / ?\/ ?(?:s|sec|sek\.?|sekunde|seconde|seg\.?|с)$/;

const plain = (name: string): string => name.trim().toLowerCase().replaceAll("’", "'");
const plainCounter = (name: string): string => plain(name).replace(perSecond, "/sec");

const englishOf = (
  table: Readonly<Record<string, readonly string[]>>,
  normal: (name: string) => string,
): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([english, names]) =>
      names.map((name): [string, string] => [normal(name), english]),
    ),
  );

const objectOf = englishOf(translatedObjects, plain);
const counterOf = englishOf(translatedCounters, plainCounter);

export interface CounterName {
  /** Prefix of an instance of SQL Server, "sqlserver" or "mssql$name"; null: an object of Windows. */
  readonly server: string | null;
  /** English where it is known, in lower case, without the prefix. */
  readonly object: string;
  /** English where it is known, in lower case; rates end in "/sec". */
  readonly counter: string;
}

/** "MSSQL$PAYROLL:Puffer-Manager" and "SQLServer:Buffer Manager" differ only in `server`. */
export function counterName(path: Pick<CounterPath, "object" | "counter">): CounterName {
  const name = plain(path.object);
  const prefix = /^(sqlserver|snapscope|mssql\$[^:]+): ?/.exec(name);
  const bare = name.slice(prefix?.[0].length ?? 0);
  const counter = plainCounter(path.counter);
  const server = prefix?.[1] ?? null;
  return {
    // What only the engine of this program counts is of the same server as the rest.
    server: server === "snapscope" ? "sqlserver" : server,
    object: objectOf.get(bare) ?? bare,
    counter: counterOf.get(counter) ?? counter,
  };
}

/** Mean time of one operation, which Perfmon gives in seconds and people read in milliseconds. */
export const isDiskLatency = (counter: string): boolean =>
  /^avg\. disk sec\//.test(counterName({ object: "", counter }).counter);

const unitRules: readonly (readonly [RegExp, string])[] = [
  [/^backup\/restore throughput\/sec$/, "bytes/s"],
  [/\bbytes?\b.*\/sec$|\((?:байт|bájt)\/с\)$|(?:octets|bytes?)\b[^/]*\/sec$/, "bytes/s"],
  [/\(kb\/sec\)$|\bkbytes?\/sec$/, "KiB/s"],
  [/^% |^percent |\(%\)$|\(prozent\)$|^pourcentage |hit ratio$|percentage$/, "%"],
  [/^avg\. disk sec\/|^page life expectancy$|^(?:elapsed time|system up time)$/, "s"],
  [/\((?:ms|мс)\)$|^log flush wait time$|, мс$/, "ms"],
  [/\((?:kb|ko|кб)\)$/, "KiB"],
  [/\((?:mb|mo|мб)\)$|\bmbytes$|\bmegabytes$/, "MiB"],
  [/ bytes$|^bytes |\bbytes peak$|^working set|^avg\. disk bytes\//, "bytes"],
  [/\/sec$/, "/s"],
];

/** The unit of a counter's values, by its name; "" where that does not tell. */
export function unitOf(path: Pick<CounterPath, "object" | "counter">): string {
  const { counter } = counterName(path);
  return unitRules.find(([pattern]) => pattern.test(counter))?.[1] ?? "";
}
