import { describe, expect, it } from "vitest";
import { studyFigure } from "./study-figure.ts";

const parameter = (path: string, values: (number | string)[]) => ({
  path,
  label: `label of ${path}`,
  values,
});
const names = (count: number) => Array.from({ length: count }, (_, at) => `point ${at}`);

describe("the figure of a study", () => {
  it("has a number on a scaled axis, from left to right whatever the order of the points", () => {
    const figure = studyFigure(names(3), [parameter("users", [400, 100, 200])]);
    expect(figure).toMatchObject({ title: "label of users", isScaled: true });
    expect(figure.ticks.map(({ text }) => text)).toEqual(["100", "200", "400"]);
    expect(figure.series).toEqual([
      {
        name: "",
        points: [
          { point: 1, x: 100 },
          { point: 2, x: 200 },
          { point: 0, x: 400 },
        ],
      },
    ]);
  });

  it("has a line for each value of what does not go across", () => {
    const figure = studyFigure(names(4), [
      parameter("device", ["disk", "disk", "flash", "flash"]),
      parameter("users", [100, 200, 100, 200]),
    ]);
    expect(figure.title).toBe("label of users");
    expect(
      figure.series.map(({ name, points }) => [name, points.map(({ point }) => point)]),
    ).toEqual([
      ["device disk", [0, 1]],
      ["device flash", [2, 3]],
    ]);
  });

  it("names presets and large numbers as the form does", () => {
    const preset = parameter("storage.volumes.0.device.preset", ["sqlcat-q", "nvme-data-centre"]);
    expect(studyFigure(names(2), [preset]).ticks.map(({ text }) => text)).toEqual([
      "SQLCAT Q",
      "NVMe data centre",
    ]);
    const users = parameter("workload.users", [1000, 2000]);
    expect(studyFigure(names(2), [users]).ticks.map(({ text }) => text)).toEqual([
      "1,000",
      "2,000",
    ]);
  });

  it("has words as categories, in the order of the points", () => {
    const figure = studyFigure(names(3), [parameter("device", ["flash", "disk", "tape"])]);
    expect(figure.isScaled).toBe(false);
    expect(figure.ticks.map(({ text }) => text)).toEqual(["flash", "disk", "tape"]);
  });

  it("puts its points beside each other where lines would not be told apart, or nothing is known of them", () => {
    const many = studyFigure(names(14), [
      parameter("users", [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2]),
      parameter(
        "files",
        [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7].map((file) => `f${file}`),
      ),
    ]);
    expect(many.title).toBe("point");
    expect(many.series[0]?.points).toHaveLength(14);
    expect(studyFigure(names(3), []).ticks.map(({ text }) => text)).toEqual(names(3));
  });
});
