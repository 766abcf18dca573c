import { describe, expect, it } from "vitest";
import { CreditAccount, CreditedReceiver, initialCredits } from "./credits.ts";

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("CreditAccount", () => {
  it("spends its window and what is granted, no more", () => {
    const account = new CreditAccount();
    let spent = 0;
    while (account.spend()) spent += 1;
    account.grant(2);
    while (account.spend()) spent += 1;
    expect(spent).toBe(initialCredits + 2);
  });
});

describe("CreditedReceiver", () => {
  it("grants a credit only when a batch has been dealt with, in order", async () => {
    const releases: (() => void)[] = [];
    const seen: number[] = [];
    let granted = 0;
    const receiver = new CreditedReceiver(
      (bytes) => {
        seen.push(bytes[0] ?? -1);
        return new Promise<void>((resolve) => releases.push(resolve));
      },
      (credits) => {
        granted += credits;
      },
    );
    for (const value of [1, 2, 3]) receiver.accept(new Uint8Array([value]));
    await settle();
    expect([seen, granted]).toEqual([[1], 0]);
    releases[0]?.();
    await settle();
    expect([seen, granted]).toEqual([[1, 2], 1]);
    releases[1]?.();
    await settle();
    releases[2]?.();
    await receiver.drained();
    expect([seen, granted]).toEqual([[1, 2, 3], 3]);
  });

  it("stops at a failure and reports it", async () => {
    const seen: number[] = [];
    const receiver = new CreditedReceiver(
      (bytes) => {
        seen.push(bytes[0] ?? -1);
        throw new Error("disk full");
      },
      () => undefined,
    );
    receiver.accept(new Uint8Array([1]));
    receiver.accept(new Uint8Array([2]));
    await expect(receiver.drained()).rejects.toThrow("disk full");
    expect(seen).toEqual([1]);
  });
});
