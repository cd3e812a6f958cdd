import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { doubtOf } from '#shared/probe-doubts.ts'
import { useSayDoubt } from '#web/components/reading-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { useWidth } from '#web/components/use-width.ts'
import { useDoubts, useHeardAt } from '#web/data/live/live.ts'
import { goalOfProbe } from '../figures.ts'
import { useControllers } from '../use-controllers.ts'
import { useShowsNews } from '../use-shows-news.ts'
import { CrossSection } from './cross-section.tsx'
import { type Equipment, equipmentOf } from './equipment.ts'
import { FansSaid } from './fans-said.tsx'
import { Legend } from './legend.tsx'
import { planFor } from './plan.ts'
import type { GoalOf } from './probe-pill.tsx'
import { SectionFacts } from './section-facts.tsx'
import { Strip } from './strip.tsx'
import { TopView } from './top-view.tsx'
import '#web/components/choice.css'
import './drawing.css'
import './signs.css'

const views = ['topView', 'crossSection'] as const

/** The live drawing of a house, from the equipment its controller announces. */
export function DrawingCard({ house: now }: { house: HouseOnMonitor }) {
  const house = useSteady(now)
  const { t } = useTranslation('house-monitor')
  const [view, setView] = useState<(typeof views)[number]>('topView')
  const [place, width] = useWidth<HTMLDivElement>()
  const controllers = useControllers(house.id)
  const announced = Object.keys(now.readings).join()
  const drives = controllers.data?.devices.find(({ id }) => id === house.iotId)?.drives ?? []
  const driven = drives.join()
  const equipment = useMemo(
    () => equipmentOf(announced.split(','), driven === '' ? null : driven.split(',').map(Number)),
    [announced, driven],
  )
  const goalOf = useCallback<GoalOf>((kind, target) => goalOfProbe(house, kind, target), [house])
  const isNews = useShowsNews(house)
  const plan = useMemo(() => planFor(width), [width])
  return (
    <section className="card drawing-card" aria-label={t($ => $.drawing)} data-stale={!isNews || undefined}>
      <header>
        <fieldset className="choice">
          <legend className="visually-hidden">{t($ => $.drawing)}</legend>
          {views.map(name => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
              {t($ => $[name])}
            </button>
          ))}
        </fieldset>
        <Legend />
      </header>
      {!isNews && <NotNews house={house} />}
      <div ref={place} className="drawing-place">
        {width > 0 && view === 'topView' && (
          <TopView house={house} equipment={equipment} plan={plan} goalOf={goalOf} />
        )}
        {width > 0 && view === 'crossSection' && (
          <>
            <CrossSection house={house} equipment={equipment} width={width} goalOf={goalOf} />
            <SectionFacts house={house} equipment={equipment} />
          </>
        )}
      </div>
      <FansSaid iotId={house.iotId} groups={equipment.fanGroups} />
      <Doubts iotId={house.iotId} equipment={equipment} />
      <Strip house={house} equipment={equipment} />
    </section>
  )
}

/**
 * The house as drawn: the same object until something about the drawing changes. Readings reach the drawing by themselves;
 * when they are read again with the list, they must not redraw every fan.
 */
function useSteady(now: HouseOnMonitor): HouseOnMonitor {
  const { readings, lastMessageAt, others, ...drawn } = now
  const key = JSON.stringify(drawn)
  const [kept, keep] = useState({ key, house: now })
  if (kept.key === key) return kept.house
  keep({ key, house: now })
  return now
}

/** The drawn probes that are not believed, in words: a finger finds no tooltip, and a drawing is one picture to a reader. */
function Doubts({ iotId, equipment }: { iotId: string | null; equipment: Equipment }) {
  const doubts = useDoubts(iotId)
  const say = useSayDoubt()
  const found = equipment.probes.flatMap(({ metric, name }) => {
    const doubt = doubtOf(doubts, metric)
    return doubt ? [{ name, doubt }] : []
  })
  if (found.length === 0) return null
  return (
    <ul className="drawing-doubts">
      {found.map(({ name, doubt }) => (
        <li key={name}>
          <strong>{name} ?</strong> {say(doubt)}
        </li>
      ))}
    </ul>
  )
}

function NotNews({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const heardAt = useHeardAt(house.iotId)
  return (
    <p className="drawing-stale num">
      {heardAt === undefined ? (
        t($ => $.drawingNeverHeard)
      ) : (
        <>
          {t($ => $.drawingStale)} <Age at={heardAt} />
        </>
      )}
    </p>
  )
}
