/** Messages on their way to the user. Stores and features put them here; the shell shows them. */
import { create } from "zustand";

export interface Notification {
  readonly intent: "success" | "info" | "warning" | "error";
  readonly title: string;
  readonly body?: string | undefined;
  readonly action?: { readonly label: string; run(): void } | undefined;
}

export interface QueuedNotification extends Notification {
  readonly id: number;
}

interface Queue {
  readonly waiting: readonly QueuedNotification[];
  readonly nextId: number;
}

export const useNotificationQueue = create<Queue>()(() => ({ waiting: [], nextId: 1 }));

export function notify(notification: Notification): void {
  useNotificationQueue.setState(({ waiting, nextId }) => ({
    waiting: [...waiting, { ...notification, id: nextId }],
    nextId: nextId + 1,
  }));
}

/** The shell takes what waits, once. */
export function takeNotifications(): readonly QueuedNotification[] {
  const { waiting } = useNotificationQueue.getState();
  if (waiting.length > 0) useNotificationQueue.setState({ waiting: [] });
  return waiting;
}
