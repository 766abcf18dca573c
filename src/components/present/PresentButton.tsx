/** Opens the presentation of what a screen shows. */
import { Button, Tooltip } from "@fluentui/react-components";
import { SlidePlayRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";

interface PresentButtonProps {
  readonly disabled?: boolean;
  onPresent(): void;
}

/**
 * Its words open beside it, over the times: below it stand the buttons of a run that has just ended, and the pointer
 * that started the run may still rest here.
 */
export function PresentButton({ disabled = false, onPresent }: PresentButtonProps): ReactNode {
  return (
    <Tooltip
      relationship="description"
      positioning="before"
      content="Fills the window with one sentence and one picture at a time, for a projector (F5)"
    >
      <Button
        size="small"
        icon={<SlidePlayRegular />}
        disabledFocusable={disabled}
        onClick={onPresent}
        aria-keyshortcuts="F5"
      >
        Present
      </Button>
    </Tooltip>
  );
}
