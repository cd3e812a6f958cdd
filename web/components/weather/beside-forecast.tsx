import { useTranslation } from 'react-i18next'
import { formatSignal } from '#shared/signals.ts'
import { isApart } from '#shared/weather.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { useReader } from '#web/data/preferences.ts'

/** How far an outside sensor is from the forecast; a large difference is a doubt about one of them. °C */
export function BesideForecast({ measured, forecast }: { measured: number; forecast: number }) {
  const { t } = useTranslation('components')
  const reader = useReader()
  const off = measured - forecast
  const span = formatSignal(Math.abs(off), { unit: '°C', decimals: 1, isDifference: true }, reader)
  const says = off < 0 ? t($ => $.weather.below, { span }) : t($ => $.weather.above, { span })
  if (!isApart(measured, forecast)) return <small>{says}</small>
  return (
    <small>
      <StateMark state="watch" /> {says}. {t($ => $.weather.apart)}
    </small>
  )
}
