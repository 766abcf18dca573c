/** What the screen says of itself in the window's frame: the document's name, and the status bar. */
import { useEffect } from "react";
import { create } from "zustand";

export interface ScreenStatus {
  /** Name of what is shown, such as the run's; without one, the screen's own title stands. */
  readonly title?: string | null | undefined;
  /** Facts of what is shown: "virtual, seed 20061023", "500 users". */
  readonly left?: readonly string[] | undefined;
  /** What helps to read it: "engine clock starts 2006-10-23 21:48:07", "Space plays". */
  readonly right?: readonly string[] | undefined;
}

interface StatusState {
  readonly status: ScreenStatus;
}

const nothing: ScreenStatus = {};

export const useScreenStatus = create<StatusState>()(() => ({ status: nothing }));

/** Shown while the component is on the page. */
export function useStatus(status: ScreenStatus): void {
  const text = JSON.stringify(status);
  useEffect(() => {
    const mine = JSON.parse(text) as ScreenStatus;
    useScreenStatus.setState({ status: mine });
    return () => {
      // The next screen may have said its own before this one goes.
      if (useScreenStatus.getState().status === mine) {
        useScreenStatus.setState({ status: nothing });
      }
    };
  }, [text]);
}
