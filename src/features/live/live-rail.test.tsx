// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { scenarioSchema } from "../../../app/contract/scenario.ts";
import { plainScenario } from "../../../app/contract/testing/scenarios.ts";
import { PushLogBuilder } from "../../../app/domain/page-map/push-log-builder.ts";
import { seriesOf, timelineOf } from "../../../app/domain/timeline/testing/pieces.ts";
import { show } from "../../components/testing/render.tsx";
import { mapViewOf } from "../../state/player/map-view.ts";
import { askedServices, WithAnswers } from "../../state/testing/asked-services.tsx";
import { noBookmarking } from "../../state/testing/no-bookmarking.ts";
import { LiveRail } from "./LiveRail.tsx";

const rail = (timeline: readonly unknown[], goesOn: boolean, series = seriesOf([1000])) => (
  <WithAnswers>
    <LiveRail
      bookmarking={noBookmarking}
      timeline={timelineOf([], series)}
      scenario={scenarioSchema.parse({ ...plainScenario, timeline })}
      goesOn={goesOn}
      showCreation={null}
      pushes={{ log: new PushLogBuilder().log, ended: false, message: null }}
      map={mapViewOf("live:r1")}
      mapToggle={null}
    />
  </WithAnswers>
);
const planned = [{ atSeconds: 60, command: { kind: "createSnapshot", name: "night" } }];

it("says where there is no snapshot yet when the next is planned, and of a run that is over that there was none", () => {
  askedServices({});
  const { rerender } = show(rail(planned, true));
  fireEvent.click(screen.getByRole("button", { name: "Show: State of the run" }));
  expect(screen.getByText(/the next is planned at 60 s \(21:49:07\)\.$/)).toBeDefined();
  rerender(rail([], true));
  expect(screen.getByText(/none is planned\.$/)).toBeDefined();
  rerender(rail(planned, false));
  expect(screen.getByText("None was created in this run.")).toBeDefined();
});

it("puts each type of wait onto a lane by the pin on its name, also those below the longest", () => {
  askedServices({ "settings.put": null });
  const types = ["WRITELOG", "PAGEIOLATCH_SH", "PAGEIOLATCH_EX", "FCB_REPLICA_WRITE", "LCK_M_X"];
  const names = [...types, "PAGELATCH_EX", "SOS_SCHEDULER_YIELD"];
  const waits = names.map((type, at) => {
    const wait = { tasks: [1], waitMs: [100 - at], signalMs: [0] };
    return [type, mapped(wait)] as const;
  });
  show(rail([], true, { ...seriesOf([1000]), waits: Object.fromEntries(waits) }));
  fireEvent.click(screen.getByRole("button", { name: "Show: State of the run" }));
  const lane = (pressed: boolean, type = "SOS_SCHEDULER_YIELD") =>
    screen.queryByRole("button", { name: `Lane of ${type}`, pressed });
  expect(lane(false)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show all 7 types of wait" }));
  fireEvent.click(lane(false) ?? document.body);
  expect(lane(true)).not.toBeNull();
  fireEvent.click(lane(true) ?? document.body);
  expect(lane(false)).not.toBeNull();
});

const mapped = (wait: Record<"tasks" | "waitMs" | "signalMs", number[]>) => ({
  tasks: Float64Array.from(wait.tasks),
  waitMs: Float64Array.from(wait.waitMs),
  signalMs: Float64Array.from(wait.signalMs),
});
