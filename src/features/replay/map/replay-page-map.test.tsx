// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { PushPiece } from "../../../../app/contract/rpc/recordings.ts";
import type { TimelineEvent } from "../../../../app/contract/rpc/timeline-data.ts";
import { creationEvents, timelineOf } from "../../../../app/domain/timeline/testing/pieces.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { show } from "../../../components/testing/render.tsx";
import { mapViewOf } from "../../../state/player/map-view.ts";
import { createPlayer } from "../../../state/player/player.ts";
import { askedServices } from "../../../state/testing/asked-services.tsx";
import { ReplayPageMap } from "./ReplayPageMap.tsx";

const size: TimelineEvent = {
  kind: "snapshot",
  atMs: 9000,
  name: "s1",
  pagesPushed: 0,
  sizeOnDiskBytes: 0,
};

async function showMap(id: string, timeline: Timeline) {
  const asked = askedServices({});
  show(
    <ReplayPageMap
      recording={{ kind: "run", id }}
      name="A run"
      player={createPlayer()}
      map={mapViewOf(`run:${id}`)}
      timeline={timeline}
    />,
  );
  const nothing: PushPiece = { batches: [], ended: true };
  await act(async () => {
    asked.tell("recordings.pushes", nothing);
    await new Promise(requestAnimationFrame);
  });
}

describe("the page map of a run without pushes", () => {
  it("says that it had no snapshot", async () => {
    await showMap("without", timelineOf([]));
    expect(screen.getByRole("heading").textContent).toBe("This run recorded no pushes");
    expect(screen.getByText(/It had no database snapshot/)).toBeTruthy();
  });

  it("says what else may be the reason", async () => {
    await showMap("with", timelineOf([...creationEvents("s1", 1000), size]));
    expect(screen.getByText(/recorded by an earlier version/)).toBeTruthy();
  });
});
