/** Asks before something is done that cannot be taken back, and says what is lost. */
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from "@fluentui/react-components";
import type { ReactNode } from "react";

export interface ConfirmDialogProps {
  readonly title: string;
  /** What is lost. */
  readonly children: ReactNode;
  /** The label of the button that does nothing. */
  readonly leave: string;
  /** The label of the button that does it. */
  readonly act: string;
  /** It can be done now; the default. */
  readonly enabled?: boolean;
  confirm(): void;
  close(): void;
}

export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, children, leave, act, enabled = true, confirm, close } = props;
  return (
    <Dialog open modalType="alert" onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent>{children}</DialogContent>
          <DialogActions>
            <Button onClick={close}>{leave}</Button>
            <Button appearance="primary" disabled={!enabled} onClick={confirm}>
              {act}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
