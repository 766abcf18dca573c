// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { show } from "../../components/testing/render.tsx";
import { resetReport } from "../../state/reports/report-edits.ts";
import { askedServices, WithAnswers } from "../../state/testing/asked-services.tsx";
import { ReportPreview } from "./ReportPreview.tsx";

const recording = { kind: "run", id: "00000000-0000-4000-8000-00000000abcd" } as const;
const shown = { subject: { recording, span: null }, title: "Night", key: "night" };
const preview = {
  html: "<html><head></head><body></body></html>",
  sections: [
    { id: "head", title: "Night", kind: "head" },
    { id: "waits", title: "Waits", kind: "section" },
  ],
};

const stubWindow = () =>
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

const readToEnd = { state: "read" };
const overview = {
  run: {},
  origin: "2006-10-23T21:48:07",
  endMs: 60_000,
  ...{ events: [], files: [], findings: [], marks: [], phases: [], snapshots: [], waits: [] },
  ...{ plannedEndMs: null, warmupEndMs: 0 },
  counters: [
    {
      ...{ id: "transactionsPerSecond", lane: "transactionsPerSecond", unit: "/s", samples: 60 },
      ...{ file: 0, path: "", object: "", instance: null, counter: "Transactions/sec" },
      ...{ minimum: 0, mean: 0, maximum: 0 },
    },
  ],
};

// Menus of Fluent move, which this environment ends with a rejection that nobody awaits.
const { animate } = Element.prototype;
beforeAll(() => {
  Object.assign(Element.prototype, { animate: undefined });
});
afterAll(() => {
  Object.assign(Element.prototype, { animate });
});

it("shows the report as it was edited, and is never empty while the next is made", async () => {
  stubWindow();
  const asked = askedServices({ "reports.preview": preview });
  show(
    <WithAnswers>
      <ReportPreview shown={shown} zoom={1} />
    </WithAnswers>,
  );
  fireEvent.click(await screen.findByRole("checkbox", { name: "Show Waits" }));
  expect(screen.getByTitle("Report of Night")).toBeDefined();
  await waitFor(() => expect(asked.questions("reports.preview")).toHaveLength(2));
  expect(asked.questions("reports.preview")).toEqual([
    { subject: shown.subject },
    {
      subject: {
        ...shown.subject,
        edits: { charts: [], order: [], sections: [{ id: "waits", leftOut: true }] },
      },
    },
  ]);
  resetReport(recording);
  vi.unstubAllGlobals();
});

it("takes charts of the part that it is of, else of what was on screen last", async () => {
  stubWindow();
  const asked = askedServices({ "reports.preview": preview });
  const other = { kind: "run", id: "00000000-0000-4000-8000-00000000abce" } as const;
  show(
    <WithAnswers>
      <ReportPreview
        shown={{ ...shown, subject: { recording: other, span: { fromMs: 1000, toMs: 5000 } } }}
        zoom={1}
      />
    </WithAnswers>,
  );
  const add = await screen.findByRole("button", { name: "Add a chart" });
  expect(add).toHaveProperty("disabled", true);
  act(() => asked.tell("recordings.watch", { progress: readToEnd, overview }));
  fireEvent.click(add);
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    ...["Lanes", "Waits", "Response times"].map((kind) => `${kind}21:48:08.00 to 21:48:12.00`),
  ]);
  fireEvent.click(screen.getByRole("menuitem", { name: /^Lanes/ }));
  await waitFor(() => expect(asked.questions("reports.preview")).toHaveLength(2));
  expect(asked.questions("reports.preview")[1]).toMatchObject({
    subject: {
      edits: {
        charts: [{ kind: "lanes", fromMs: 1000, toMs: 5000, lanes: ["transactionsPerSecond"] }],
      },
    },
  });
  resetReport(other);
  vi.unstubAllGlobals();
});
