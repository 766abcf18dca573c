/** Files of a killed real run are in the way of the next one, and go by a button. */
import { expectRemovedByApp, leaveFiles } from "../fixtures/leftovers.ts";
import { test } from "../fixtures/test.ts";

test("what an interrupted run left is removed where it is told of", async ({ app, dataFolder }) => {
  await expectRemovedByApp(app, leaveFiles(dataFolder));
});
