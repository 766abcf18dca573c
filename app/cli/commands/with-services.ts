/** Opens the library for one command. Loaded when asked for: it opens a database. */
import { createServices, type RunningServices } from "../../services/services.ts";
import { reportFailure } from "../console.ts";

/** Closes it whatever the command does. */
export async function withServices(
  work: (services: RunningServices) => Promise<void>,
): Promise<void> {
  const services = await createServices({ mayRead: () => true });
  if (!services.ok) return reportFailure(services.error);
  try {
    await work(services.value);
  } finally {
    await services.value.close();
  }
}
