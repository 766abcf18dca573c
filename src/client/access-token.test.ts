import { describe, expect, it } from "vitest";
import { type TokenPage, takeToken } from "./access-token.ts";

/** A tab: its address and storage. */
function tab(address: string, stored: Record<string, string> = {}) {
  const { pathname, search, hash } = new URL(address);
  const tried = { reloads: 0, addresses: [] as unknown[] };
  const reload = () => {
    tried.reloads += 1;
  };
  const location = { pathname, search, hash, reload };
  let changed: () => void = () => undefined;
  const page: TokenPage = {
    location,
    history: { state: "kept", replaceState: (...given) => void tried.addresses.push(given) },
    sessionStorage: {
      getItem: (key) => stored[key] ?? null,
      setItem: (key, value) => {
        stored[key] = value;
      },
    },
    addEventListener: (_type, listener) => {
      changed = listener;
    },
  };
  const goTo = (fragment: string) => {
    location.hash = fragment;
    changed();
  };
  return { page, stored, tried, goTo };
}

const entry = "http://127.0.0.1:4711/?a=1#token=secret-of-this-start";

describe("the token of a page", () => {
  it("is taken out of the address, and kept by the tab", () => {
    const { page, stored, tried } = tab(entry);
    expect(takeToken(page)).toBe("secret-of-this-start");
    expect(tried.addresses).toEqual([["kept", "", "/?a=1"]]);
    expect(takeToken(tab("http://127.0.0.1:4711/", stored).page)).toBe("secret-of-this-start");
  });

  it("of a new address replaces the old one", () => {
    const { page, stored } = tab(entry, { "snapscope-token": "old" });
    expect(takeToken(page)).toBe("secret-of-this-start");
    expect(Object.values(stored)).toEqual(["secret-of-this-start"]);
  });

  it("is missing where the page was opened without one", () => {
    const { page, stored, tried } = tab("http://127.0.0.1:4711/#elsewhere");
    expect(takeToken(page)).toBeNull();
    expect([stored, tried.addresses]).toEqual([{}, []]);
  });

  it("is taken by a page that is open already, which loads itself anew for it", () => {
    const { page, tried, goTo } = tab("http://127.0.0.1:4711/");
    takeToken(page);
    goTo("#elsewhere");
    expect(tried.reloads).toBe(0);
    goTo("#token=new");
    expect(tried.reloads).toBe(1);
  });
});
