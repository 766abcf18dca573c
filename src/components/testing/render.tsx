/** Renders for tests what the page would show. */
import { FluentProvider } from "@fluentui/react-components";
import { cleanup, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { onTestFinished } from "vitest";
import { fluentThemes } from "../../theme/fluent-themes.ts";

/** Until the end of the test. */
export function show(element: ReactElement) {
  // A hook of this file would be of the first test file alone that shares it with others.
  onTestFinished(cleanup);
  return render(element, {
    wrapper: ({ children }) => (
      <FluentProvider theme={fluentThemes.light}>{children}</FluentProvider>
    ),
  });
}
