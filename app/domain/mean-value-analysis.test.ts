import { describe, expect, it } from "vitest";
import { meanValues, multiServer, type Station } from "./mean-value-analysis.ts";

const queue = (name: string, demandMs: number): Station => ({
  name,
  queues: true,
  demandMs: () => demandMs,
});
const delay = (name: string, demandMs: number): Station => ({
  name,
  queues: false,
  demandMs: () => demandMs,
});

/**
 * One queue and thinking customers: the machine-repair model, whose states are how many wait. The
 * chance of k waiting is that of k - 1 times (N - k + 1) demand / think time.
 */
function repairModel(customers: number, thinkMs: number, demandMs: number): number {
  let [weight, sum, idle] = [1, 1, 1];
  for (let waiting = 1; waiting <= customers; ++waiting) {
    weight *= ((customers - waiting + 1) * demandMs) / thinkMs;
    sum += weight;
  }
  idle /= sum;
  return (1 - idle) / demandMs;
}

describe("mean value analysis", () => {
  it("of one customer is the sum of what he asks for", () => {
    const { perMs, responseMs } = meanValues(1, 100, [
      queue("a", 10),
      queue("b", 5),
      delay("c", 20),
    ]);
    expect(responseMs).toBe(35);
    expect(perMs).toBeCloseTo(1 / 135);
  });

  it.each([
    [2, 50, 10],
    [20, 100, 7],
    [200, 500, 2],
  ])(
    "of %i customers, %i ms of thinking and a queue of %i ms has the closed form's throughput",
    (customers, thinkMs, demandMs) => {
      const { perMs } = meanValues(customers, thinkMs, [queue("a", demandMs)]);
      expect(perMs).toBeCloseTo(repairModel(customers, thinkMs, demandMs), 9);
    },
  );

  it("of a balanced network has its closed form: N / (D (N + M - 1))", () => {
    const { perMs, stations } = meanValues(6, 0, [queue("a", 4), queue("b", 4), queue("c", 4)]);
    expect(perMs).toBeCloseTo(6 / (4 * (6 + 3 - 1)), 9);
    expect(stations.map(({ busy }) => busy)).toEqual([0.75, 0.75, 0.75]);
  });

  it("never serves more than the slowest station, nor more than the customers ask for", () => {
    const stations = [queue("slow", 8), queue("fast", 1), delay("wait", 30)];
    for (let customers = 1; customers < 200; customers += 7) {
      const { perMs, responseMs } = meanValues(customers, 250, stations);
      expect(perMs).toBeLessThanOrEqual(1 / 8);
      expect(perMs).toBeLessThanOrEqual(customers / (250 + 39) + 1e-12);
      // Little's law: everybody is somewhere.
      expect(perMs * (250 + responseMs)).toBeCloseTo(customers, 9);
    }
    expect(meanValues(1000, 250, stations).perMs).toBeCloseTo(1 / 8, 6);
  });

  it("of nobody is nothing", () => {
    expect(meanValues(0, 100, [queue("a", 10)])).toMatchObject({ perMs: 0, responseMs: 0 });
  });
});

describe("a station of several servers", () => {
  it("takes a whole service alone, and as many as all servers do when all are busy", () => {
    const disks = multiServer("disks", { aloneMs: 24, busyMs: 3 });
    expect(meanValues(1, 100, disks).responseMs).toBe(24);
    expect(meanValues(1000, 100, disks).perMs).toBeCloseTo(1 / 3, 6);
  });

  it("serves its customers with what others leave", () => {
    const half = multiServer("disks", { aloneMs: 24, busyMs: 3 }, () => 0.5);
    expect(meanValues(1000, 100, half).perMs).toBeCloseTo(1 / 6, 6);
    // Each of them leaves writes behind that take as long as his own reads.
    const own = multiServer("disks", { aloneMs: 24, busyMs: 3 }, (perMs) => 3 * perMs);
    expect(meanValues(1000, 100, own).perMs).toBeCloseTo(1 / 6, 3);
  });
});
