// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
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

it("shows the report as it was edited, and is never empty while the next is made", async () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
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
