import { expect, it } from "vitest";
import { servicesEnvironment } from "./environment.ts";

const given = { PATH: "/bin", SNAPSCOPE_DATA: "/data", SNAPSCOPE_ADDON: "/x.node" };

it("names no code to run in a packaged app, whatever the case of its name", () => {
  const packaged = { PATH: "/bin", SNAPSCOPE_DATA: "/data" };
  expect(servicesEnvironment(given, true)).toEqual(packaged);
  expect(servicesEnvironment({ ...packaged, Snapscope_Addon: "/x.node" }, true)).toEqual(packaged);
});

it("is as it is in a checkout", () => {
  expect(servicesEnvironment(given, false)).toEqual(given);
});
