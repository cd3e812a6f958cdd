import { useTranslation } from 'react-i18next'
import { type FlockAlarmCode, measureOfAlarm } from '#shared/alarms.ts'
import { amountText, unitText } from '#web/components/flocks/figure-of.ts'
import { useReader } from '#web/data/preferences.ts'

interface About {
  code: FlockAlarmCode
  value: number | null
  limit: number | null
}

/** Says the figure that an alarm of a flock is about and its limit: `3.00 % lost in a day, limit 0.10 %`. */
export function useAlarmSays(): (alarm: About) => string {
  const { t } = useTranslation('workplace')
  const reader = useReader()
  return ({ code, value, limit }) => {
    const { unit, decimals } = measureOfAlarm(code) ?? { unit: '', decimals: 1 }
    const say = (amount: number | null) =>
      amount === null ? '—' : `${amountText(amount, unit, decimals, reader)}\u202f${unitText(unit, reader)}`
    return t($ => $.alarmSays[code], { value: say(value), limit: say(limit) })
  }
}
