/** Pictures of each step of each lesson. */
import { walkLesson } from "../fixtures/lesson-walk.ts";
import { test } from "./library.ts";
import { patience } from "./pictures.ts";

test.describe.configure(patience);
test.use({ contextOptions: { reducedMotion: "reduce" } });

test("lessons", async ({ app, page, picture }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await app.goTo("Lessons");
  await picture.take(app, "lessons");
  for (let lesson = 0; lesson < 7; ++lesson) {
    await page
      .getByRole("button", { name: /^Begin the lesson / })
      .nth(lesson)
      .focus();
    await walkLesson(app, lesson % 2, (at) =>
      picture.take(app, `lesson-${lesson + 1}-${String(at).padStart(2, "0")}`),
    );
  }
});
