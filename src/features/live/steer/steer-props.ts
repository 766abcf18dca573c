import type { Scenario } from "../../../../app/contract/scenario.ts";
import type { DestructiveAct } from "../../../../app/domain/run/destructive-acts.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";

/** What the parts of the steer row are about. */
export interface SteerProps {
  readonly runId: string;
  readonly timeline: Timeline;
  readonly scenario: Scenario;
  /** The run takes what is asked of it. */
  readonly enabled: boolean;
}

export interface AskingProps extends SteerProps {
  /** Asks before something is taken away. */
  ask(act: DestructiveAct): void;
}
