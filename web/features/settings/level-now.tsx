import { useTranslation } from 'react-i18next'
import { MEAN } from '#shared/house-temperature.ts'
import { formatSignal, metricByName } from '#shared/signals.ts'
import { ReadingMark } from '#web/components/reading-mark.tsx'
import { useReading } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'

const DIFFERENCE = { unit: '°C', decimals: 1, isDifference: true } as const

/** Why the house is at its level: how far its air is from the target, and the day's limits. */
export function LevelNow({ iotId, level }: { iotId: string; level: number | null }) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const [average, target, min, max] = [
    useNumber(iotId, MEAN),
    useNumber(iotId, 'Climate/Temp/Target'),
    useNumber(iotId, 'Vent/MinLevel'),
    useNumber(iotId, 'Vent/MaxLevel'),
  ]
  const mode = useNumber(iotId, 'Vent/Mode')
  if (level === null || average === null || target === null) return null
  const off = average - target
  const by = formatSignal(Math.abs(off), DIFFERENCE, reader)
  const signal = metricByName.get('Vent/Mode')
  const held = level === min ? 'atMinimum' : level === max ? 'atMaximum' : null
  return (
    <p className="level-now" role="status">
      <strong>{t($ => $.levelNow, { level })}</strong>
      {signal && mode !== null && <span>{formatSignal(mode, signal, reader)}</span>}
      <span>
        {t($ => (off < 0 ? $.belowTarget : $.aboveTarget), { by })}{' '}
        <ReadingMark iotId={iotId} metric={MEAN} size="word" />
      </span>
      {min !== null && max !== null && <span>{t($ => $.limitsToday, { min, max })}</span>}
      {held && <span>{t($ => $[held])}</span>}
    </p>
  )
}

function useNumber(iotId: string, metric: string): number | null {
  const value = useReading(iotId, metric)?.[0]
  return typeof value === 'number' ? value : null
}
