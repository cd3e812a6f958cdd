import type { Camera } from '#shared/contracts/cameras.ts'
import { serverNow } from '#web/data/clock.ts'

/** A test that has not ended after this never will: its server was stopped. ms */
const LOST_MS = 60_000

/** Whether a test of the camera is under way. */
export const isTesting = ({ test }: Pick<Camera, 'test'>): boolean =>
  test !== null && test.endedAt === null && serverNow() - Date.parse(test.askedAt) < LOST_MS
