import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { counterName, isDiskLatency, unitOf } from "./counter-names.ts";
import { parseCounterPath, parseLooseCounterPath } from "./counter-path.ts";

const parts = (path: string) => {
  const parsed = parseCounterPath(path);
  return parsed && [parsed.host, parsed.object, parsed.instance, parsed.counter];
};

describe("the path of a counter", () => {
  it("has a host, an object, an instance and a counter", () => {
    expect(parts("\\\\SQLPROD01\\MSSQL$PAYROLL:Databases(sales)\\Transactions/sec")).toEqual([
      "SQLPROD01",
      "MSSQL$PAYROLL:Databases",
      "sales",
      "Transactions/sec",
    ]);
    expect(parts("\\\\SQLPROD01\\Memory\\Pages/sec")).toEqual([
      "SQLPROD01",
      "Memory",
      null,
      "Pages/sec",
    ]);
  });

  it("may lack the host", () => {
    expect(parts("\\Processor(_Total)\\% Processor Time")).toEqual([
      null,
      "Processor",
      "_Total",
      "% Processor Time",
    ]);
  });

  it("may lack its leading backslashes under a header that is signed", () => {
    const loose = ["Memory\\Pages/sec", "S\\Memory\\Pages/sec", "Processor(0)\\% Idle Time", "x"];
    expect(loose.map(parseCounterPath)).toEqual([null, null, null, null]);
    expect(loose.map((path) => parseLooseCounterPath(path)?.path ?? null)).toEqual([
      "\\Memory\\Pages/sec",
      "\\\\S\\Memory\\Pages/sec",
      "\\Processor(0)\\% Idle Time",
      null,
    ]);
  });

  it("may have parentheses and backslashes in its instance and its counter", () => {
    expect(parts("\\\\S\\Prozessor(_Total)\\Prozessorzeit (%)")).toEqual([
      "S",
      "Prozessor",
      "_Total",
      "Prozessorzeit (%)",
    ]);
    expect(
      parts("\\\\S\\SQLServer:Wait Statistics(Average wait time (ms))\\Log write waits"),
    ).toEqual(["S", "SQLServer:Wait Statistics", "Average wait time (ms)", "Log write waits"]);
    expect(parts("\\\\S\\LogicalDisk(Q:\\Snap (2))\\Disk Write Bytes/sec")).toEqual([
      "S",
      "LogicalDisk",
      "Q:\\Snap (2)",
      "Disk Write Bytes/sec",
    ]);
    expect(parts("\\\\S\\SQLServer:Memory Manager\\Total Server Memory (KB)")).toEqual([
      "S",
      "SQLServer:Memory Manager",
      null,
      "Total Server Memory (KB)",
    ]);
    expect(parts("\\\\S\\Process(sqlservr#1)\\Private Bytes")?.[2]).toBe("sqlservr#1");
  });

  it("is none without an object or a counter", () => {
    for (const text of [
      "",
      "Transactions/sec",
      "\\\\S",
      "\\\\S\\",
      "\\\\\\a\\b",
      "\\\\S\\Memory",
      "\\\\S\\Memory\\",
      "\\\\S\\(x)\\y",
    ]) {
      expect(parseCounterPath(text)).toBeNull();
    }
  });

  it("is found in no text by a crash", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("\\", "(", ")", "a", " ") }), (text) => {
        const parsed = parseCounterPath(text);
        if (parsed !== null) expect(parsed.path).toBe(text.trim());
      }),
    );
  });
});

describe("the name of a counter", () => {
  const name = (object: string, counter: string) => {
    const { server, object: plain, counter: english } = counterName({ object, counter });
    return [server, plain, english];
  };

  it("does not depend on case or on the instance", () => {
    const plain = ["buffer manager", "page lookups/sec"];
    expect(name("SQLServer:Buffer Manager", "Page lookups/sec")).toEqual(["sqlserver", ...plain]);
    expect(name("MSSQL$PAYROLL:Buffer Manager", "Page Lookups/sec")).toEqual([
      "mssql$payroll",
      ...plain,
    ]);
    expect(name("Memory", "Pages/sec")).toEqual([null, "memory", "pages/sec"]);
  });

  it("is English where the translation is known", () => {
    const processor = [null, "processor", "% processor time"];
    expect(name("Prozessor", "Prozessorzeit (%)")).toEqual(processor);
    expect(name("Processeur", "% temps processeur")).toEqual(processor);
    expect(name("Procesador", "% de tiempo de procesador")).toEqual(processor);
    expect(name("Processore", "% Tempo processore")).toEqual(processor);
    expect(name("Процессор", "% загруженности процессора")).toEqual(processor);
    expect(name("SQLServer:Buffer Manager", "Prüfpunktseiten/Sekunde")).toEqual([
      "sqlserver",
      "buffer manager",
      "checkpoint pages/sec",
    ]);
    expect(name("MSSQL$PAYROLL:Puffer-Manager", "Verzögerte Schreibvorgänge/Sekunde")).toEqual([
      "mssql$payroll",
      "buffer manager",
      "lazy writes/sec",
    ]);
    expect(name("SQLServer:Databases", "Transactions/s")[2]).toBe("transactions/sec");
    expect(name("Disque logique", "Écritures disque, octets/s")).toEqual([
      null,
      "logicaldisk",
      "disk write bytes/sec",
    ]);
    expect(name("SQLServer:Buffer Manager", "Espérance de vie d’une page")[2]).toBe(
      "page life expectancy",
    );
  });

  it("tells the unit", () => {
    const units: readonly (readonly [string, string])[] = [
      ["Disk Write Bytes/sec", "bytes/s"],
      ["Bytes geschrieben/s", "bytes/s"],
      ["Lectures disque, octets/s", "bytes/s"],
      ["Скорость чтения с диска (байт/с)", "bytes/s"],
      ["Log Bytes Flushed/sec", "bytes/s"],
      ["Backup/Restore Throughput/sec", "bytes/s"],
      ["Bytes Total/sec", "bytes/s"],
      ["Page lookups/sec", "/s"],
      ["Bulk Copy Rows/sec", "/s"],
      ["Verzögerte Schreibvorgänge/Sekunde", "/s"],
      ["% Processor Time", "%"],
      ["Prozessorzeit (%)", "%"],
      ["Percent Log Used", "%"],
      ["Buffer cache hit ratio", "%"],
      ["Avg. Disk sec/Write", "s"],
      ["Mittlere Sek./Schreibvorgänge", "s"],
      ["Page life expectancy", "s"],
      ["Average Wait Time (ms)", "ms"],
      ["Log Flush Wait Time", "ms"],
      ["Total Server Memory (KB)", "KiB"],
      ["Available MBytes", "MiB"],
      ["Available Bytes", "bytes"],
      ["Private Bytes", "bytes"],
      ["Avg. Disk Bytes/Write", "bytes"],
      ["Current Disk Queue Length", ""],
      ["User Connections", ""],
    ];
    for (const [counter, unit] of units) {
      expect([counter, unitOf({ object: "x", counter })]).toEqual([counter, unit]);
    }
  });

  it("tells the time of a disk operation", () => {
    expect(isDiskLatency("Avg. Disk sec/Write")).toBe(true);
    expect(isDiskLatency("Moyenne disque s/lecture")).toBe(true);
    expect(isDiskLatency("Page life expectancy")).toBe(false);
  });
});
