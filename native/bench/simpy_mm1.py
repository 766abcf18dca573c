"""An M/M/1 queue in SimPy, the baseline of queue_bench.cpp: `simpy_mm1.py SEED` prints "ready", then
answers each line "<seconds>" with "<customers served> <seconds>" (see outside_program.h)."""

import random
import sys
import time

import simpy

SLICE = 1000.0  # simulated time between looks at the clock
LOAD = 0.8

served = 0


def customer(env, server, service):
    global served
    with server.request() as turn:
        yield turn
        yield env.timeout(service)
    served += 1


def arrivals(env, server, rng):
    while True:
        yield env.timeout(rng.expovariate(LOAD))
        env.process(customer(env, server, rng.expovariate(1.0)))


def main():
    env = simpy.Environment()
    server = simpy.Resource(env, capacity=1)
    env.process(arrivals(env, server, random.Random(int(sys.argv[1]))))
    print("ready", flush=True)
    for line in sys.stdin:
        before = served
        start = now = time.perf_counter()
        while now - start < float(line):
            env.run(until=env.now + SLICE)
            now = time.perf_counter()
        print(served - before, now - start, flush=True)


main()
