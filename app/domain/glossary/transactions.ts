/** Help for transactions, by profile of the workload and by the names of the catalogue. */
import type { Scenario } from "../../contract/scenario.ts";
import { tpccTransactions } from "../../contract/tpcc.ts";
import type { Term } from "./term.ts";

type Terms = Readonly<Record<string, Term>>;

/** The mix is the engine's reading of the SQLCAT paper. */
const sqlcatTerms: Terms = {
  transaction1: {
    title: "Transaction 1",
    unit: "ms",
    what: "Write-intensive: 2 reads, 8 updates, 1 insert and 1 delete; 25 % of the mix.",
    reading: "It changes most pages, so a snapshot slows it most.",
  },
  transaction2: {
    title: "Transaction 2",
    unit: "ms",
    what: "Light writer: 4 reads and 1 update; 20 % of the mix.",
    reading: "One push at most for each snapshot: the price of a single copy shows here.",
  },
  transaction3: {
    title: "Transaction 3",
    unit: "ms",
    what: "Write-intensive: 5 updates, 2 inserts and 2 deletes, no reads; 20 % of the mix.",
    reading: "Nearly all its pages may have to be pushed.",
  },
  transaction4: {
    title: "Transaction 4",
    unit: "ms",
    what: "Light writer: 6 reads and 1 update; 15 % of the mix.",
    reading: "Mostly reads; a rise shows that the data volume is busy as well.",
  },
  transaction5: {
    title: "Transaction 5",
    unit: "ms",
    what: "Read-only: 10 reads; 20 % of the mix.",
    reading: "It never pushes a page. It slows only where disks are busy or others hold its pages.",
  },
};

const tpccTexts: Readonly<Record<string, Pick<Term, "what" | "reading">>> = {
  "New-Order": {
    what: "A customer orders 5 to 15 items: reads them, changes the district and each item’s stock, adds the order and its lines.",
    reading:
      "The stock of its items lies on pages all over the table, and with a snapshot most of them have to be pushed: no other type slows as much.",
  },
  Payment: {
    what: "A customer pays: changes the warehouse, the district and the customer, adds a row to the history.",
    reading:
      "All payments of a warehouse change the same row, so its response time is the first to rise when transactions hold their locks longer.",
  },
  "Order-Status": {
    what: "Reads a customer’s last order and its lines.",
    reading: "It only reads. A rise shows that the data volume is busy.",
  },
  Delivery: {
    what: "Delivers the oldest order of each of a warehouse’s ten districts: deletes it from the new ones, changes order, lines and customer.",
    reading:
      "It writes most, some forty pages; those of the customers lie all over the table. It is a small part of the mix, so its percentiles are of few transactions.",
  },
  "Stock-Level": {
    what: "Counts the items of a district’s last twenty orders whose stock is low: some two hundred rows of stock.",
    reading:
      "It never pushes a page and reads most: its response time shows how busy the data volume is.",
  },
};

const tpccTerms: Terms = Object.fromEntries(
  tpccTransactions.map(({ type, name, percent }) => {
    const { what = "", reading = "" } = tpccTexts[name] ?? {};
    const ofMix = `${what.slice(0, -1)}; ${percent} % of the mix.`;
    return [type, { title: name, unit: "ms", what: ofMix, reading }];
  }),
);

export const transactionTerms: Readonly<Record<Scenario["workload"]["profile"], Terms>> = {
  sqlcat: sqlcatTerms,
  "read-only": sqlcatTerms,
  tpcc: tpccTerms,
};
