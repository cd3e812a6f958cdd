import { useTranslation } from 'react-i18next'
import type { TriedOut } from '#shared/contracts/what-if.ts'
import { formatSignal } from '#shared/signals.ts'
import type { FigureKey } from '#shared/what-if/figures.ts'
import type { Concern } from '#shared/what-if/verdict.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { useReader } from '#web/data/preferences.ts'
import { CostSentence } from './try-out-costs.tsx'
import { sayFigure } from './try-out-figures.ts'

/** The figure that a concern tells. */
const told: Record<Concern, FigureKey> = {
  heat: 'highest',
  cold: 'lowest',
  co2: 'peakCo2',
  nh3: 'peakNh3',
  air: 'leastAir',
  warm: 'mean',
  cool: 'mean',
  damp: 'dampest',
  dry: 'driest',
  heating: 'heatKwh',
  fans: 'fanKwh',
}
/** What a harm says already. */
const saidBy: Record<string, readonly Concern[]> = {
  hot: ['heat', 'warm'],
  cold: ['cold', 'cool'],
  co2: ['co2'],
  nh3: ['nh3'],
}

/** What a change does, gravest first: what kills, the temperature of the house, what gets worse, what it costs. */
export function TryOutVerdict({ tried, placementDay }: { tried: TriedOut; placementDay: number }) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const { verdict, today, changed, goals, assumed } = tried
  const isTemperature = verdict.course === 'hotter' || verdict.course === 'cooler' ? 'highest' : 'lowest'
  const say = (key: FigureKey) => ({
    was: sayFigure(key, today.figures[key], reader),
    is: sayFigure(key, changed.figures[key], reader),
    more: sayFigure(key, changed.figures[key] - today.figures[key], reader),
    off: sayFigure('mean', Math.abs(changed.figures.mean - goals.standard), reader, true),
    standard: sayFigure('mean', goals.standard, reader),
    age: assumed.birds.age + placementDay,
  })
  const news = verdict.harms.filter(({ isNew }) => isNew)
  const said = new Set(news.flatMap(({ kind }) => saidBy[kind] ?? []))
  const worse = verdict.concerns.filter(concern => !said.has(concern))
  const isFine = verdict.concerns.length === 0 && news.length === 0
  return (
    <div role="status" className="stack gap-2">
      <Harms tried={tried} />
      <h3>
        {t($ => $.tryOut.courses[verdict.course], say(isTemperature))}{' '}
        {isFine && t($ => $.tryOut.nothingWorse)}
      </h3>
      {worse.length > 0 && (
        <ul className="try-out-worse">
          {worse.map(concern => (
            <li key={concern}>{t($ => $.tryOut.concerns[concern], say(told[concern]))}</li>
          ))}
        </ul>
      )}
      <CostSentence tried={tried} />
    </div>
  )
}

/** Limits beyond which birds die or are harmed; those that today's settings pass as well come last. */
function Harms({ tried }: { tried: TriedOut }) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const { harms } = tried.verdict
  const between = reader.language === 'zh-CN' ? '；' : '; '
  const list = (of: typeof harms) =>
    of
      .map(({ kind, limit, afterMin, peak }) => {
        const unit = kind === 'hot' || kind === 'cold' ? '°C' : 'ppm'
        const say = (value: number) => formatSignal(value, { unit, decimals: unit === '°C' ? 1 : 0 }, reader)
        const after = formatSignal(afterMin, { unit: 'min', decimals: 0 }, reader)
        return t($ => $.tryOut.harms[kind], { limit: say(limit), after, peak: say(peak) })
      })
      .join(between)
  const [news, known] = [harms.filter(({ isNew }) => isNew), harms.filter(({ isNew }) => !isNew)]
  const isDeadly = news.some(each => each.isDeadly)
  return (
    <>
      {news.length > 0 && (
        <h3 className="try-out-harm">
          <StateMark state="alarm" />{' '}
          {t($ => (isDeadly ? $.tryOut.birdsDie : $.tryOut.birdsSuffer), { harms: list(news) })}
        </h3>
      )}
      {known.length > 0 && <p>{t($ => $.tryOut.asNow, { harms: list(known) })}</p>}
    </>
  )
}
