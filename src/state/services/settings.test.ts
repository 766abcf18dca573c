// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from "vitest";
import { failure } from "../../../app/contract/result.ts";

it("tells once that a value is too large to be kept", async () => {
  vi.useFakeTimers();
  // The keeper lives as long as its module: another test's may wait for a timer of its own.
  vi.resetModules();
  const connection = await import("./services.ts");
  const { writeSetting } = await import("./settings.ts");
  const { takeNotifications } = await import("../shell/notifications.ts");
  const put = vi.fn().mockResolvedValue(failure("badInput", "setting draft: takes 2000000 bytes"));
  const services = vi
    .spyOn(connection, "services")
    .mockReturnValue({ settings: { put: { mutate: put } } } as never);
  onTestFinished(() => {
    services.mockRestore();
    vi.useRealTimers();
    vi.resetModules();
  });
  for (const draft of ["first", "second"]) {
    writeSetting("draft", draft);
    await vi.runAllTimersAsync();
  }
  expect(put).toHaveBeenCalledTimes(2);
  expect(takeNotifications().map(({ body }) => body)).toEqual([
    "setting draft: takes 2000000 bytes. Export what matters as a file.",
  ]);
});
