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
    reading:
      "It never pushes a page. What it loses, it loses to busy disks and to pages that others hold.",
  },
};

const tpccTexts: Readonly<Record<string, Pick<Term, "what" | "reading">>> = {
  "New-Order": {
    what: "A customer orders 5 to 15 items: reads them, changes the district and each item’s stock, adds the order and its lines.",
    reading:
      "Its stock lies on pages all over the table, most of which a snapshot has to have pushed: it loses most.",
  },
  Payment: {
    what: "A customer pays: changes the warehouse, the district and the customer, adds a row to the history.",
    reading:
      "Everybody of a warehouse wants the same row: it rises with what holds transactions up, before others do.",
  },
  "Order-Status": {
    what: "Reads a customer’s last order and its lines.",
    reading: "It only reads. A rise shows that the data volume is busy.",
  },
  Delivery: {
    what: "Delivers the oldest order of each of a warehouse’s ten districts: deletes it from the new ones, changes order, lines and customer.",
    reading:
      "The longest writer: some forty pages, those of customers all over the table. Few of a mix, so its percentiles are of few.",
  },
  "Stock-Level": {
    what: "Counts the items of a district’s last twenty orders whose stock is low: some two hundred rows of stock.",
    reading: "It never pushes a page, and reads most: it tells of the data volume.",
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
