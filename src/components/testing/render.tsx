/** Renders for tests what the page would show. */
import { FluentProvider } from "@fluentui/react-components";
import { cleanup, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { onTestFinished } from "vitest";
import { fluentThemes } from "../../theme/fluent-themes.ts";

/** Until the end of the test. */
export function show(element: ReactElement) {
  const { animate } = Element.prototype;
  // The motion of a menu or a dialog would outlive its test.
  Object.assign(Element.prototype, { animate: undefined });
  // A hook of this file would be of the first test file alone that shares it with others.
  onTestFinished(() => {
    cleanup();
    Object.assign(Element.prototype, { animate });
  });
  return render(element, {
    wrapper: ({ children }) => (
      <FluentProvider theme={fluentThemes.light}>{children}</FluentProvider>
    ),
  });
}
