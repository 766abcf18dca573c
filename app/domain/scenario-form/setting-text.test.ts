import { describe, expect, it } from "vitest";
import { parsePath } from "../../contract/set-path.ts";
import { settingTitle, writtenSettingPhrase } from "./setting-text.ts";

describe("a value that was set", () => {
  it.each([
    ["workload.users=200", "200 users"],
    ["workload.users=1", "1 user"],
    ["workload.thinkTimeMs=1000", "think time 1,000 ms"],
    ["workload.rollbackPercent=0.25", "rollbacks 0.25 %"],
    ["database.rowBytes=100", "row width 100 bytes"],
    ["server.engineVersion=2016", "SQL Server 2016 and later"],
    ['server.engineVersion="2016"', "SQL Server 2016 and later"],
    ["server.preset=dell", "server Dell: virtual machine with 2 CPUs and 24 GB"],
    ["storage.volumes.0.device.preset=sqlcat-q", "volume 1 device SQLCAT Q"],
    ['storage.volumes[2].device={"preset":"nvme-data-centre"}', "volume 3 device NVMe data centre"],
    ["storage.volumes.0.device.readServiceUs=6000", "volume 1 read service time 6,000 µs"],
    ["timeline=[]", "timeline=[]"],
  ])("as %s is told in the form's words", (setting, phrase) => {
    expect(writtenSettingPhrase(setting)).toBe(phrase);
  });

  it.each([
    ["workload.users", "Users"],
    ["workload.thinkTimeMs", "Think time, ms"],
    ["storage.volumes.0.device.preset", "Volume 1 device"],
    ["server.memoryMiB", "Buffer pool, MiB"],
  ])("at %s is headed by the form's label and unit", (path, title) => {
    expect(settingTitle(parsePath(path))).toBe(title);
  });
});
