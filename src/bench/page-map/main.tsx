/**
 * The page that `scripts/measure-page-map.mjs` measures: a made-up run of as many pages and pushes as its address
 * says. It shows the map when the body is told to, and says when its first picture stands.
 */
import { FluentProvider } from "@fluentui/react-components";
import { type ReactNode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { wholeFile } from "../../../app/domain/page-map/map-place.ts";
import type { PushLog } from "../../../app/domain/page-map/push-log.ts";
import { madeUpPushes } from "../../../app/domain/page-map/testing/made-up-pushes.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { PageMap } from "../../components/page-map/PageMap.tsx";
import { installTokens } from "../../theme/document-theme.ts";
import { fluentThemes } from "../../theme/fluent-themes.ts";

const parameters = new URLSearchParams(location.search);
const filePages = Number(parameters.get("pages") ?? 2 ** 27);
const pushes = Number(parameters.get("pushes") ?? 5_000_000);
const theme = parameters.get("theme") === "light" ? "light" : "dark";
const endMs = 3_600_000;

interface BenchState {
  atMs: number;
  brush: Span | null;
}

declare global {
  interface Window {
    /** What the measuring script changes. */
    setMap?: (state: Partial<BenchState>) => void;
  }
}

function Bench({ log }: { readonly log: PushLog }): ReactNode {
  const [place, setPlace] = useState(wholeFile);
  const [state, setState] = useState<BenchState>({ atMs: endMs, brush: null });
  useEffect(() => {
    window.setMap = (change) => setState((before) => ({ ...before, ...change }));
  }, []);
  return (
    <PageMap
      label="Pages under measurement"
      log={log}
      target={0}
      {...state}
      {...{ place, onPlace: setPlace }}
      onCounts={() => {
        if (document.body.dataset.first !== undefined) return;
        // The frame after the one that paints it.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            document.body.dataset.first = `${performance.now()}`;
          }),
        );
      }}
    />
  );
}

installTokens();
document.documentElement.dataset.theme = theme;
const root = document.getElementById("root");
const log = madeUpPushes({ filePages, pushes, endMs });
document.body.dataset.made = "true";
document.body.addEventListener("click", () => {
  if (root === null || document.body.dataset.asked !== undefined) return;
  document.body.dataset.asked = `${performance.now()}`;
  createRoot(root).render(
    <FluentProvider theme={fluentThemes[theme]}>
      <div style={{ width: 1080, height: 640, display: "flex" }}>
        <Bench log={log} />
      </div>
    </FluentProvider>,
  );
});
