import { useTranslation } from 'react-i18next'
import { formatSignal } from '#shared/signals.ts'
import { useReader } from '#web/data/preferences.ts'
import { FanShape } from './fans.tsx'
import { type FanState, FULL_HEAT } from './states.ts'

const shown = ['on', 'pause', 'off', 'hand', 'fault', 'unknown'] as const satisfies readonly FanState[]

const HEAT = { unit: '°C', decimals: 0, isDifference: true } as const

/** Explains the symbols of the drawing. */
export function Legend() {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  return (
    <ul className="legend">
      {shown.map(state => (
        <li key={state}>
          <svg viewBox="-10 -10 20 20" width={16} height={16} aria-hidden className="drawing">
            <g className="fan" data-state={state}>
              <FanShape radius={8} />
            </g>
          </svg>
          {t($ => $.fanStates[state])}
        </li>
      ))}
      <li>
        {t($ => $.atTarget)} <i className="legend-heat" aria-hidden />{' '}
        {`+${formatSignal(FULL_HEAT, HEAT, reader)}`}
      </li>
    </ul>
  )
}
