/** The stage before there is something to show on it. */
import type { ReactNode } from "react";
import { Stage } from "./Stage.tsx";

interface WaitingProps {
  readonly what: string;
  /** Why nothing will come, for a person. */
  readonly problem: string | null;
}

const nothing = (): void => undefined;

export const Waiting = ({ what, problem }: WaitingProps): ReactNode => (
  <Stage
    sentence={problem === null ? what : `This cannot be presented: ${problem}`}
    shown={null}
    position={0}
    count={1}
    onPress={nothing}
  />
);
