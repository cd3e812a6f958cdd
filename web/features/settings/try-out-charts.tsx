import { useTranslation } from 'react-i18next'
import type { TriedOut } from '#shared/contracts/what-if.ts'
import { later } from '#web/components/later.tsx'
import { useReader } from '#web/data/preferences.ts'
import { sayFigure } from './try-out-figures.ts'

const TryOutPlot = later(() => import('./try-out-plot.tsx').then(file => file.TryOutPlot))

/** The curves of a run in order, each with the figure in its head and the colour of its quantity. */
export const panels = [
  { key: 'temperature', quantity: 'temperature', head: 'lowest' },
  { key: 'co2', quantity: 'co2', head: 'highest' },
  { key: 'airflow', quantity: 'ventilation', head: 'lowest' },
  { key: 'humidity', quantity: 'humidity', head: 'highest' },
  { key: 'nh3', quantity: 'nh3', head: 'highest' },
  { key: 'level', quantity: 'ventilation', head: 'highest' },
  { key: 'heatKwh', quantity: 'temperature', head: 'sum' },
  { key: 'fanKwh', quantity: 'ventilation', head: 'sum' },
  { key: 'outside', quantity: undefined, head: 'lowest' },
] as const
export type Panel = (typeof panels)[number]

const headOf = ({ key, head }: Panel, { samples }: TriedOut['today']): number => {
  const values = samples.map(sample => sample[key])
  if (head === 'sum') return values.reduce((sum, value) => sum + value, 0)
  return head === 'lowest' ? Math.min(...values) : Math.max(...values)
}

/** Both runs over the 24 hours: today's settings dashed, the new ones in the colour of the quantity. */
export function TryOutCharts({ tried }: { tried: TriedOut }) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const say = (panel: Panel, run: TriedOut['today']) => sayFigure(panel.key, headOf(panel, run), reader)
  return (
    <div className="try-out-charts halves gap-35">
      {panels.map(panel => {
        const [was, is] = [say(panel, tried.today), say(panel, tried.changed)]
        const name = t($ => $.tryOut.panels[panel.key])
        const head = t($ => $.tryOut.heads[panel.head])
        return (
          <figure key={panel.key} className="try-out-chart">
            <figcaption>
              <strong>{name}</strong>
              <span className="num">
                {panel.key === 'outside' ? is : `${was} → ${is}`} <small>{head}</small>
              </span>
              <small className="try-out-legend" data-quantity={panel.quantity}>
                {panel.key === 'outside' ? (
                  t($ => $.tryOut.both)
                ) : (
                  <>
                    <span data-line="dashed">{t($ => $.tryOut.today)}</span>
                    <span data-line="solid">{t($ => $.tryOut.new)}</span>
                  </>
                )}
              </small>
            </figcaption>
            <TryOutPlot tried={tried} panel={panel} label={`${name}: ${was} → ${is} ${head}`} />
          </figure>
        )
      })}
    </div>
  )
}
