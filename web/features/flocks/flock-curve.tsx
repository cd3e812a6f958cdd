import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlockCourse } from '#shared/contracts/flocks.ts'
import {
  breakOf,
  curveLacks,
  curveName,
  curveOf,
  furtherMeasuresOf,
  lackingSays,
  lackingWord,
  measuresOf,
  whyUnjudged,
} from '#shared/flock-figures/course-measures.ts'
import { type FlockMeasure, flockMeasures } from '#shared/flock-figures/standard.ts'
import { AgeCurves } from '#web/components/chart/age-curves.tsx'
import { drawnFor, unitText } from '#web/components/flocks/figure-of.ts'
import { useIsPhone } from '#web/components/use-phone.ts'
import { useReader } from '#web/data/preferences.ts'

/** Weeks of the standard drawn after the data. */
const AHEAD = 6

/** One figure of the flock by age, with the standard as a band and the differences below. */
export function FlockCurve({ course }: { course: FlockCourse }) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const isPhone = useIsPhone()
  const [main, further] = [measuresOf(course), furtherMeasuresOf(course)]
  const [chosen, choose] = useState<FlockMeasure>(main[0] ?? 'weight')
  const { by, points, band } = curveOf(course, chosen, AHEAD)
  const drawn = drawnFor(chosen, reader)
  const away = points.flatMap(({ x, off }) => (off === null ? [] : [{ x, y: off }]))
  const broke = chosen === 'rate' ? breakOf(course) : null
  const optionsOf = (of: readonly FlockMeasure[]) =>
    of.map(value => ({ value, label: curveName(course, value, reader.language) }))
  const unit = unitText(flockMeasures[chosen].unit, reader)
  const name = curveName(course, chosen, reader.language)
  const unjudged = whyUnjudged(course, chosen)
  const lacks = curveLacks(course, chosen)
  return (
    <section className="card flock-curve" aria-label={name}>
      <header>
        <h2>{by === 'day' ? t($ => $.byDay, { name, unit }) : t($ => $.byWeek, { name, unit })}</h2>
        <span className="caption flock-legend">
          <i data-what="actual" /> {t($ => $.actual)} <i data-what="band" /> {t($ => $.standard)}
        </span>
        {lacks && <span className="caption">{lackingSays(lacks, reader.language)}</span>}
        {unjudged && (
          <span className="caption">
            {t($ => $.unjudged, { why: lackingWord(unjudged, reader.language) })}
          </span>
        )}
      </header>
      <div className="flock-measures">
        {!isPhone && <Segmented value={chosen} onChange={choose} options={optionsOf(main)} />}
        <Select<FlockMeasure>
          value={isPhone || !main.includes(chosen) ? chosen : null}
          onChange={choose}
          options={optionsOf(isPhone ? [...main, ...further] : further)}
          placeholder={t($ => $.furtherFigures)}
          aria-label={isPhone ? t($ => $.figure) : t($ => $.furtherFigures)}
        />
      </div>
      {points.length === 0 ? (
        <p className="caption">{t($ => $.notTold)}</p>
      ) : (
        <AgeCurves
          label={name}
          axis={by === 'day' ? t($ => $.dayOfAge) : t($ => $.weekOfAge)}
          say={drawn.say}
          lines={[
            { key: 'actual', name: course.flock.houseName, sign: 'plain', points: drawn.values(points) },
          ]}
          band={drawn.band(band)}
          marks={broke ? [{ x: broke.week, label: t($ => $.breakWeek, { week: broke.week }) }] : []}
          {...(away.length > 0 && {
            differences: {
              label: t($ => $.fromStandard),
              lines: [{ key: 'actual', points: drawn.differences(away) }],
            },
          })}
        />
      )}
    </section>
  )
}
