import { adviceOf, causeOf } from '#shared/alarm-cause.ts'
import { usePreferences } from '#web/data/preferences.ts'
import type { ShownAlarm } from './standing-alarms.ts'

/** The alarms' most likely cause and what to check first; without a known cause, what to check about the worst one. */
export function CauseLine({ alarms, timeZone }: { alarms: readonly ShownAlarm[]; timeZone: string }) {
  const language = usePreferences(({ language }) => language)
  const [worst] = alarms
  if (!worst) return null
  const cause = causeOf(alarms.flatMap(({ code, since }) => (since === null ? [] : [{ code, since }])))
  const advice = adviceOf(worst.code, cause, language, timeZone)
  return advice && <p className="monitor-alarm-cause num">{advice}</p>
}
