/** Hands the view that charts share to those within: lanes, phases, axis and overview stand above one another. */
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { LaneView } from "../../../app/domain/timeline/lane-view.ts";

export interface SharedLaneView extends LaneView {
  /** Left of every plot, px: names of phases or the values of an axis stand there. */
  readonly gutter: number;
}

const LaneViewContext = createContext<SharedLaneView | null>(null);

interface LaneViewProviderProps {
  readonly value: LaneView;
  readonly gutter: number;
  readonly children: ReactNode;
}

export function LaneViewProvider({ value, gutter, children }: LaneViewProviderProps): ReactNode {
  const shared = useMemo(() => ({ ...value, gutter }), [value, gutter]);
  return <LaneViewContext value={shared}>{children}</LaneViewContext>;
}

export function useLaneView(): SharedLaneView {
  const view = useContext(LaneViewContext);
  if (view === null) throw new Error("A chart of time stands outside of a LaneViewProvider.");
  return view;
}
