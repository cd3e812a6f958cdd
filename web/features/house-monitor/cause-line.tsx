import { adviceOf, OUTSIDE, outsideOf } from '#shared/alarm-advice.ts'
import { causeOf } from '#shared/alarm-cause.ts'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { useReading } from '#web/data/live/live.ts'
import { usePreferences } from '#web/data/preferences.ts'
import type { ShownAlarm } from './standing-alarms.ts'

type House = Pick<HouseOnMonitor, 'iotId' | 'type' | 'standardAge' | 'timeZone' | 'litter'>

/** The alarms' most likely cause and what to check first; without a known cause, what to check about the worst one. */
export function CauseLine({ alarms, house }: { alarms: readonly ShownAlarm[]; house: House }) {
  const language = usePreferences(({ language }) => language)
  const { iotId, type, standardAge, timeZone, litter } = house
  const outside = useReading(iotId, OUTSIDE)?.[0]
  const [worst] = alarms
  if (!worst) return null
  const cause = causeOf(alarms.flatMap(({ code, since }) => (since === null ? [] : [{ code, since }])))
  const birds = { type, age: standardAge, outside: outsideOf(outside), litter }
  const advice = adviceOf(worst.code, cause, { language, timeZone, birds })
  return advice && <p className="monitor-alarm-cause num">{advice}</p>
}
