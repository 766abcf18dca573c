// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { CapturedWait, WaitCapture } from "../../../../app/contract/capture.ts";
import { show } from "../../../components/testing/render.tsx";
import { WaitTables } from "./WaitTables.tsx";

const wait = (waitType: string, waitMs: number, idle = false): CapturedWait => ({
  waitType,
  tasks: 10,
  waitMs,
  maxWaitMs: null,
  signalMs: waitMs / 4,
  idle,
});
const capture: WaitCapture = {
  file: 0,
  label: "waits.txt",
  atMs: null,
  since: null,
  spanMs: null,
  reset: false,
  waits: [wait("CHECKPOINT_QUEUE", 9000, true), wait("WRITELOG", 3000), wait("LCK_M_X", 1000)],
};
const later: WaitCapture = { ...capture, label: "later.txt", since: "waits.txt", spanMs: 2000 };
/** The list as it is read: a number is kept with its unit by a space that does not break. */
const listed = () =>
  within(screen.getAllByRole("list")[0] as HTMLElement)
    .getAllByRole("listitem")
    .map(({ textContent }) => (textContent ?? "").replaceAll("\u00a0", " "));

describe("captured waits", () => {
  it("leave idle tasks out, and are shares of what is shown", () => {
    show(<WaitTables waits={[capture]} originMs={0} />);
    const [first, second] = listed();
    expect(listed()).toHaveLength(2);
    expect(first).toMatch(
      /WRITELOG.*3 s.*75 % of all · 10 waits · 300 ms each · 25 % for a processor/s,
    );
    expect(second).toMatch(/LCK_M_X.*25 % of all/s);
  });

  it("have idle tasks below all others where one asks for them", () => {
    show(<WaitTables waits={[capture]} originMs={0} />);
    fireEvent.click(screen.getByRole("switch", { name: "Include idle tasks" }));
    expect(listed()[0]).toMatch(/WRITELOG.*75 % of all/s);
    expect(listed()[2]).toMatch(/CHECKPOINT_QUEUE.*idle · 10 waits/s);
  });

  it("are what came between two captures where there are two: how many sessions waited on average", () => {
    show(<WaitTables waits={[capture, later]} originMs={0} />);
    expect(screen.getByText(/^What came since waits\.txt, 2/)).toBeDefined();
    expect(listed()[0]).toContain("WRITELOG1.51,500 ms/s · 75 % of all");
  });

  it("say that counters fell", () => {
    show(<WaitTables waits={[{ ...later, reset: true }]} originMs={0} />);
    expect(screen.getByText(/the server was restarted, or they were cleared/)).toBeDefined();
  });
});
