import { describe, expect, it } from "vitest";
import { activityNames, phaseNames } from "../../contract/phase.ts";
import { counters, transactionTypes, waitTypes } from "../../contract/telemetry-catalog.ts";
import { messageKinds } from "../errorlog/messages/kinds.ts";
import { counterTerms } from "./counters.ts";
import {
  counterTerm,
  phaseTerm,
  recordKinds,
  recordSubjects,
  recordTerm,
  snapshotTerm,
  type Term,
  transactionTerm,
  waitTerm,
} from "./glossary.ts";
import { transactionTerms } from "./transactions.ts";
import { waitTerms } from "./waits.ts";

const unknown = waitTerm("SOME_WAIT_OF_TOMORROW").what;

function expectHelp(term: Term, name: string): void {
  expect(term.title, name).not.toBe("");
  for (const text of [term.what, term.reading]) {
    expect(text, name).toMatch(/^[A-Z0-9].{15,}\.$/);
    expect(text, name).not.toBe(unknown);
  }
}

const profiles = ["sqlcat", "read-only", "tpcc"] as const;
const of = (profile: (typeof profiles)[number]) => ({ workload: { profile } });

describe("the glossary", () => {
  it("explains every counter of the catalogue, with its unit", () => {
    for (const { id, unit } of counters) {
      expectHelp(counterTerm(id), id);
      expect(counterTerm(id).unit, id).toBe(unit);
    }
    expectHelp(counterTerm("p99Ms"), "p99Ms");
  });

  it("explains every wait type of the catalogue, and says of idle ones that they are no cost", () => {
    for (const { id, idle } of waitTypes) {
      expectHelp(waitTerm(id), id);
      expect(/idle/.test(waitTerm(id).reading), id).toBe(idle);
    }
  });

  it("explains every phase, transaction, record kind and measure of a snapshot", () => {
    for (const name of [...phaseNames, ...activityNames]) expectHelp(phaseTerm(name), name);
    for (const profile of profiles) {
      for (const type of transactionTypes) expectHelp(transactionTerm(type, of(profile)), type);
    }
    for (const kind of messageKinds) expectHelp(recordTerm(kind), kind);
    for (const measure of ["asOf", "sizeOnDisk", "pagesPushed"] as const) {
      expectHelp(snapshotTerm(measure), measure);
    }
  });

  it("calls a transaction by its name in the load of the run", () => {
    expect(transactionTerm("transaction1", of("sqlcat")).title).toBe("Transaction 1");
    expect(transactionTypes.map((type) => transactionTerm(type, of("tpcc")).title)).toEqual([
      "New-Order",
      "Payment",
      "Order-Status",
      "Delivery",
      "Stock-Level",
    ]);
    expect(transactionTerm("transaction4", of("tpcc")).what).toMatch(
      /lines and customer; 4 % of the mix\.$/,
    );
  });

  it("explains records that there are, each under one subject", () => {
    const kinds = [...messageKinds].sort();
    expect([...recordKinds].sort()).toEqual(kinds);
    expect(recordSubjects.flatMap((subject) => subject.kinds).sort()).toEqual(kinds);
  });

  it("holds no help for what the catalogue no longer has", () => {
    const ids = (definitions: readonly { readonly id: string }[]) =>
      definitions.map(({ id }) => id).sort();
    expect(Object.keys(counterTerms).sort()).toEqual(ids(counters));
    expect(Object.keys(waitTerms).sort()).toEqual(ids(waitTypes));
    for (const profile of profiles) {
      expect(Object.keys(transactionTerms[profile]).sort()).toEqual([...transactionTypes].sort());
    }
  });

  it("answers for names that it does not know", () => {
    for (const term of [
      counterTerm("x"),
      waitTerm("x"),
      recordTerm("x"),
      transactionTerm("x", of("tpcc")),
    ]) {
      expect(term).toMatchObject({ title: "x", unit: null, what: unknown });
    }
  });
});
