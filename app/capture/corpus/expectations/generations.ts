/** One log of each generation of the product, on Windows and Linux. */
import { alone, type ExpectedCapture, log } from "./expectation.ts";

export const generations: readonly ExpectedCapture[] = [
  alone(
    log("product-2005.log", ["2006-10-23T21:40:01.120", "2006-10-23T23:59:59.990"], {
      lines: 21,
      records: 14,
      unrecognised: 3,
      facts: {
        product: "Microsoft SQL Server 2005",
        build: "9.00.3042.00",
        edition: "Enterprise Edition (64-bit)",
        host: "SQLPROD01",
        utcOffsetMinutes: null,
      },
    }),
    {
      serverBanner: 1,
      serverProcess: 1,
      startupParameters: 1,
      processorsDetected: 1,
      startingUp: 1,
      recoveryCheckpoint: 1,
      serverName: 1,
      serverReady: 1,
      allRecovered: 1,
      flushCache: 1,
      serverStopping: 1,
    },
    {
      phases: [
        ["serverStart", null, 0, 3880, "logged", "logged"],
        ["recovery", "master", 2380, 4880, "logged", "bound"],
        ["checkpoint", null, 1_198_880, 1_208_880, "derived", "logged"],
      ],
    },
  ),
  alone(
    log("product-2008-r2.log", ["2011-08-02T08:00:00.100", "2011-08-02T08:10:20.000"], {
      encoding: "utf-16le",
      lines: 12,
      records: 8,
      unrecognised: 2,
      facts: { product: "Microsoft SQL Server 2008 R2 (SP1)", build: "10.50.2500.0" },
    }),
    {
      serverBanner: 1,
      serverProcess: 1,
      serverReady: 1,
      flushCache: 1,
      flushThroughput: 1,
      flushTarget: 1,
    },
    {
      phases: [
        ["serverStart", null, 0, 1900, "logged", "logged"],
        ["checkpoint", null, 599_900, 619_900, "derived", "logged"],
      ],
    },
  ),
  alone(
    log("product-2012.log", ["2014-05-06T09:00:00.000", "2014-05-06T09:30:30.000"], {
      encoding: "utf-16le",
      lines: 12,
      records: 8,
      facts: {
        product: "Microsoft SQL Server 2012 (SP1)",
        build: "11.0.3128.0",
        edition: "Enterprise Edition: Core-based Licensing (64-bit)",
        utcOffsetMinutes: -300,
      },
    }),
    {
      serverBanner: 1,
      utcAdjustment: 1,
      processorsDetected: 1,
      memoryDetected: 1,
      serverReady: 1,
      flushCache: 1,
      flushThroughput: 1,
      flushTarget: 1,
    },
    {
      phases: [
        ["serverStart", null, 0, 4000, "logged", "logged"],
        ["checkpoint", null, 1_805_000, 1_830_000, "derived", "logged"],
      ],
    },
  ),
  alone(
    log("product-2016.log", ["2018-06-07T07:00:00.000", "2018-06-07T07:15:40.000"], {
      encoding: "utf-16le",
      lines: 11,
      records: 7,
      facts: {
        product: "Microsoft SQL Server 2016 (SP2)",
        build: "13.0.5026.0",
        host: "SQLPROD02\\INST1",
        utcOffsetMinutes: 330,
      },
    }),
    {
      serverBanner: 1,
      utcAdjustment: 1,
      serverName: 1,
      flushCache: 1,
      flushWriteRate: 1,
      flushThroughput: 1,
      flushTarget: 1,
    },
    {
      // A banner, and a quarter of an hour in which nothing tells of a start.
      phases: [["checkpoint", null, 900_000, 940_000, "derived", "logged"]],
    },
  ),
  alone(
    log("product-2019-windows.log", ["2022-03-05T06:00:00.000", "2022-03-05T06:00:07.600"], {
      encoding: "utf-16le",
      lines: 27,
      records: 20,
      unrecognised: 2,
      facts: {
        product: "Microsoft SQL Server 2019 (RTM-CU15)",
        build: "15.0.4198.2",
        edition: "Enterprise Edition: Core-based Licensing (64-bit)",
        host: "SQLPROD01",
        utcOffsetMinutes: 120,
      },
    }),
    {
      serverBanner: 1,
      utcAdjustment: 1,
      serverProcess: 1,
      startupParameters: 1,
      processorsDetected: 1,
      memoryDetected: 1,
      startingUp: 2,
      serverName: 1,
      parallelRedo: 2,
      rolledForward: 1,
      rolledBack: 1,
      recoveryCheckpoint: 1,
      recoveryFigures: 1,
      lastCleanCheck: 1,
      serverReady: 1,
      allRecovered: 1,
    },
    {
      phases: [
        ["serverStart", null, 0, 7500, "logged", "logged"],
        ["recovery", "master", 1000, 7600, "logged", "bound"],
        ["recovery", "Sales", 2000, 7100, "logged", "logged"],
        // Laid back from the moment of the figures: 500 ms of undo, 3600 of redo, 350 of analysis.
        ["analysis", "Sales", 2650, 3000, "derived", "derived"],
        ["redo", "Sales", 3000, 6600, "derived", "derived"],
        ["undo", "Sales", 6600, 7100, "derived", "derived"],
      ],
    },
  ),
  alone(
    log("product-2022-linux.log", ["2023-12-24T08:21:08.650", "2023-12-24T08:21:11.000"], {
      lines: 13,
      records: 7,
      unrecognised: 1,
      facts: {
        product: "Microsoft SQL Server 2022 (RTM-CU10)",
        build: "16.0.4095.4",
        edition: "Developer Edition (64-bit)",
        host: "sqlnode1",
        utcOffsetMinutes: 0,
      },
    }),
    {
      serverBanner: 1,
      utcAdjustment: 1,
      serverProcess: 1,
      startupParameters: 1,
      serverName: 1,
      serverReady: 1,
    },
    { phases: [["serverStart", null, 70, 2350, "logged", "logged"]] },
  ),
  alone(
    log("product-2025-linux.log", ["2025-12-01T00:00:00.000", "2025-12-01T11:00:00.000"], {
      lines: 7,
      records: 4,
      facts: {
        product: "Microsoft SQL Server 2025 (RTM)",
        build: "17.0.1000.7",
        edition: "Enterprise Developer Edition (64-bit)",
        utcOffsetMinutes: 60,
      },
    }),
    { serverBanner: 1, utcAdjustment: 1, serverReady: 1, serverStopping: 1 },
    { phases: [["serverStart", null, 0, 5000, "logged", "logged"]] },
  ),
];
