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

const rail = (timeline: readonly unknown[], goesOn: boolean) => (
  <WithAnswers>
    <LiveRail
      bookmarking={noBookmarking}
      timeline={timelineOf([], seriesOf([1000]))}
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
