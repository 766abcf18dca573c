/**
 * The page that `scripts/measure-lanes.mjs` measures: seven lanes of 1,000 points that get another
 * point ten times a second, drawn by Recharts or by our own component.
 */
import { FluentProvider } from "@fluentui/react-components";
import { type ReactNode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import type { LaneView } from "../../../app/domain/timeline/lane-view.ts";
import { standardLanes } from "../../../app/domain/timeline/lanes.ts";
import { LaneStack } from "../../components/player/LaneStack.tsx";
import { gutters } from "../../components/player/lane-geometry.ts";
import { LaneViewProvider } from "../../components/player/lane-view-context.tsx";
import { installTokens } from "../../theme/document-theme.ts";
import { fluentThemes } from "../../theme/fluent-themes.ts";
import { RechartsLanes } from "./RechartsLanes.tsx";
import { timelineUntil } from "./sample-timeline.ts";

const parameters = new URLSearchParams(location.search);
const own = parameters.get("kind") !== "recharts";
const updates = Number(parameters.get("updates") ?? 100);
const intervalMs = 100;
const points = 1000;

function Bench(): ReactNode {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      setCount((before) => {
        if (before + 1 >= updates) {
          clearInterval(timer);
          document.body.dataset.measured = "true";
        }
        return before + 1;
      });
    }, intervalMs);
    return () => clearInterval(timer);
  }, []);
  const timeline = timelineUntil(points + count);
  const view = { startMs: timeline.endMs - points * 1000, endMs: timeline.endMs };
  if (!own) return <RechartsLanes timeline={timeline} lanes={standardLanes} view={view} />;
  const laneView: LaneView = {
    view,
    cursorMs: view.startMs + 300_000,
    cursorLocked: false,
    mark: { name: "now", atMs: timeline.endMs },
    selectedSpan: null,
    setView: () => undefined,
    fit: () => undefined,
    pointAt: () => undefined,
    toggleLock: () => undefined,
  };
  return (
    <LaneViewProvider value={laneView} gutter={gutters.lanes}>
      <LaneStack label="Lanes under measurement" timeline={timeline} lanes={standardLanes} />
    </LaneViewProvider>
  );
}

installTokens();
document.documentElement.dataset.theme = "dark";
const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <FluentProvider theme={fluentThemes.dark}>
      <div style={{ width: 1080, height: 640 }}>
        <Bench />
      </div>
    </FluentProvider>,
  );
}
