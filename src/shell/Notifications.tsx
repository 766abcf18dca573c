/** Shows messages as toasts: errors until they are dismissed, those with an undo for longer. */
import {
  Button,
  Link,
  Toast,
  ToastBody,
  Toaster,
  ToastTitle,
  ToastTrigger,
  useId,
  useToastController,
} from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { type ReactNode, useEffect } from "react";
import {
  type QueuedNotification,
  takeNotifications,
  useNotificationQueue,
} from "../state/shell/notifications.ts";

const shortMs = 5_000;
const withActionMs = 12_000;
/** Fluent's word for "until dismissed". */
const staysMs = -1;

const timeoutOf = ({ intent, action }: QueuedNotification): number => {
  if (intent === "error") return staysMs;
  return action === undefined ? shortMs : withActionMs;
};

function Message({ notification }: { readonly notification: QueuedNotification }): ReactNode {
  const { title, body, action } = notification;
  const buttons = (
    <>
      {action !== undefined && (
        <ToastTrigger>
          <Link onClick={action.run}>{action.label}</Link>
        </ToastTrigger>
      )}
      <ToastTrigger>
        <Button
          appearance="transparent"
          size="small"
          icon={<DismissRegular />}
          aria-label="Dismiss"
        />
      </ToastTrigger>
    </>
  );
  return (
    <Toast>
      <ToastTitle action={<span>{buttons}</span>}>{title}</ToastTitle>
      {body !== undefined && <ToastBody>{body}</ToastBody>}
    </Toast>
  );
}

export function Notifications(): ReactNode {
  const toasterId = useId("notifications");
  const { dispatchToast } = useToastController(toasterId);
  const waiting = useNotificationQueue((queue) => queue.waiting);
  useEffect(() => {
    if (waiting.length === 0) return;
    for (const notification of takeNotifications()) {
      dispatchToast(<Message notification={notification} />, {
        intent: notification.intent,
        politeness: notification.intent === "error" ? "assertive" : "polite",
        timeout: timeoutOf(notification),
        pauseOnHover: true,
        pauseOnWindowBlur: true,
      });
    }
  }, [waiting, dispatchToast]);
  return (
    <Toaster toasterId={toasterId} position="bottom-end" offset={{ vertical: 36 }} limit={4} />
  );
}
