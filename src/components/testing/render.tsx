/** Renders for tests what the page would show, and takes it away after each. */
import { FluentProvider } from "@fluentui/react-components";
import { cleanup, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach } from "vitest";
import { fluentThemes } from "../../theme/fluent-themes.ts";

afterEach(cleanup);

export const show = (element: ReactElement) =>
  render(element, {
    wrapper: ({ children }) => (
      <FluentProvider theme={fluentThemes.light}>{children}</FluentProvider>
    ),
  });
