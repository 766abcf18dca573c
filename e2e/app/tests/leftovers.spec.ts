/** Files of a killed real run: gone by themselves in Snapscope's own folder, by a button elsewhere. */
import { expect } from "@playwright/test";
import {
  expectRemovedByApp,
  leaveFiles,
  namedFolder,
  ownFolder,
  runIn,
} from "../fixtures/leftovers.ts";
import { test } from "../fixtures/test.ts";

test("what an interrupted run left is removed where it is told of", async ({ app, dataFolder }) => {
  await expectRemovedByApp(app, namedFolder(dataFolder));
});

test("in the default folder the next run removes it and says so", async ({ app, dataFolder }) => {
  leaveFiles(ownFolder(dataFolder));
  await runIn(app, null);
  await expect(app.page.getByText("removed what an interrupted run left").first()).toContainText(
    ": 1 file,",
  );
});
