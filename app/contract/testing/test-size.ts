/**
 * How much a test of scale takes on: `npm test` the small size, CI the full one
 * (SNAPSCOPE_TEST_SIZE=full). Only for tests whose small size still tells whether the property holds.
 */
import { env } from "node:process";

export const bySize = <Size>(sizes: { readonly small: Size; readonly full: Size }): Size =>
  env.SNAPSCOPE_TEST_SIZE === "full" ? sizes.full : sizes.small;
