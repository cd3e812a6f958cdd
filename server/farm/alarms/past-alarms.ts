import { alarmOf } from '#shared/house-state.ts'
import type { Store } from '../../platform/database/store.ts'
import type { KnownHouse } from '../house-state/house-directory.ts'
import { keyOf, type NewAlarm, type Watched } from './alarm-record.ts'
import { recordPast, recordPastEnd } from './past-record.ts'
import type { WriteQueue } from './write-queue.ts'

/** What the alarm was about, as its report says. */
type Figures = Pick<NewAlarm, 'value' | 'limit' | 'target'>

/** Alarms that devices report afterwards, each stretch in order of its own times: filed, never alerting. */
export interface PastAlarms {
  /** `end`: by when the alarm is known to have cleared; null when nothing newer is known. */
  note(
    deviceId: string,
    house: KnownHouse,
    told: { metric: string; value: boolean; at: number; end: number | null; figures?: Figures },
  ): void
  /** A live value says that the alarm is not, or no longer, active. */
  ended(watched: Watched, at: number): void
}

const NO_FIGURES: Figures = { value: null, limit: null, target: null }

export function createPastAlarms(store: Store, queue: WriteQueue): PastAlarms {
  /** Last past value by device and metric. */
  const known = new Map<string, { value: boolean; at: number }>()

  return {
    note(deviceId, house, { metric, value, at, end, figures = NO_FIGURES }) {
      const named = alarmOf(metric)
      if (!named) return
      const watched = { subjectId: deviceId, rule: named.code }
      const before = known.get(keyOf(watched))
      // An earlier time begins another stretch: gateways may send their newest day first, or anything again.
      if (before && at >= before.at && value === before.value) return
      known.set(keyOf(watched), { value, at })
      if (!value) {
        queue.file(keyOf(watched), () => recordPastEnd(store, watched, at))
        return
      }
      const { officePath, farmPath } = house
      const source = 'controller' as const
      const past = { ...watched, ...named, ...figures, source, officePath, farmPath, at, end }
      queue.file(keyOf(watched), () => recordPast(store, past))
    },
    ended(watched, at) {
      const before = known.get(keyOf(watched))
      if (!before?.value) return
      known.set(keyOf(watched), { value: false, at })
      queue.file(keyOf(watched), () => recordPastEnd(store, watched, at))
    },
  }
}
