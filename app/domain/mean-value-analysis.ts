/**
 * Mean value analysis of a closed network of queues with one class of customers: M. Reiser and S. S.
 * Lavenberg, "Mean-Value Analysis of Closed Multichain Queuing Networks", Journal of the ACM 27 (1980).
 * A customer who arrives at a station finds there what would be there on the average with one customer
 * less, so the network is solved for one customer, two, three and so on.
 *
 * It is exact for demands that are constant. A demand may follow the throughput of the step before:
 * that of a station at which others are served as well, or of waits that are shared.
 */
export interface Station {
  readonly name: string;
  /** Customers wait for each other here; else each is delayed by himself. */
  readonly queues: boolean;
  /** Service that one passage of a customer through the network asks for, ms, at so many passages a ms. */
  demandMs(perMs: number): number;
}

export interface NetworkMeans {
  /** Passages a ms. */
  readonly perMs: number;
  /** The time of a passage without the think time, ms. */
  readonly responseMs: number;
  /** By station, in the order given. */
  readonly stations: readonly {
    readonly name: string;
    /** The time of a passage, its queue included, ms. */
    readonly responseMs: number;
    /** Share of the time that its server is busy with customers; of a delay, how many are in it. */
    readonly busy: number;
  }[];
}

/** `thinkMs`: mean pause between two passages of a customer. */
export function meanValues(
  customers: number,
  thinkMs: number,
  stations: readonly Station[],
): NetworkMeans {
  const queued = stations.map(() => 0);
  const demands = stations.map(({ demandMs }) => demandMs(0));
  const responses = [...demands];
  let [perMs, responseMs] = [0, 0];
  for (let present = 1; present <= customers; ++present) {
    responseMs = 0;
    for (const [at, station] of stations.entries()) {
      const demand = station.demandMs(perMs);
      demands[at] = demand;
      const response = station.queues ? demand * (1 + (queued[at] ?? 0)) : demand;
      responses[at] = response;
      responseMs += response;
    }
    perMs = present / (thinkMs + responseMs);
    for (const [at, response] of responses.entries()) queued[at] = perMs * response;
  }
  return {
    perMs,
    responseMs,
    stations: stations.map(({ name }, at) => ({
      name,
      responseMs: responses[at] ?? 0,
      busy: perMs * (demands[at] ?? 0),
    })),
  };
}

/**
 * A station of many servers as one that is as fast as all of them and a delay for the rest of a service:
 * A. Seidmann, P. Schweitzer and S. Shalev-Oren, "Computerized Closed Queueing Network Models of Flexible
 * Manufacturing Systems", Large Scale Systems 12 (1987). It is exact for one customer and for many, and
 * waits a little too long in between.
 */
export function multiServer(
  name: string,
  service: {
    /** The time of a passage that meets nobody, ms. */
    readonly aloneMs: number;
    /** The time between two passages that are served when all servers are busy, ms. */
    readonly busyMs: number;
  },
  /** Share of the station that is taken by others, at so many passages a ms. */
  taken: (perMs: number) => number = () => 0,
): Station[] {
  const { aloneMs, busyMs } = service;
  return [
    {
      name,
      queues: true,
      demandMs: (perMs) => busyMs / Math.max(1 - taken(perMs), leastLeft),
    },
    { name, queues: false, demandMs: () => Math.max(aloneMs - busyMs, 0) },
  ];
}

/** Others never take all of a station from its customers. */
const leastLeft = 0.02;
