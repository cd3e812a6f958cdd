import { text } from './text.ts'

/** Share by which the controller's count may differ from the records before somebody should look which is right. */
export const COUNT_OFF = 0.01

/** The birds in a house by the records of its flock. */
interface Recorded {
  /** Whether that flock has records: else the number alive is what was placed. */
  isRecorded: boolean
  aliveCount: number | null
}

/** The controller's count where it contradicts the records; null where it agrees, or only one of them tells. */
export const contradicting = ({ isRecorded, aliveCount }: Recorded, counted: number | null): number | null =>
  isRecorded &&
  aliveCount !== null &&
  counted !== null &&
  Math.abs(counted - aliveCount) > COUNT_OFF * aliveCount
    ? counted
    : null

/** What is said beside the birds by the records where the controller has `{count}`. */
export const countedOtherwise = text(
  '环控器计数为 {count} 只，请核对。',
  'The controller counts {count}. Check which is right.',
)
