import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlockCourse } from '#shared/contracts/flocks.ts'
import { bandOf, breakOf, measuresOf, standardFor } from '#shared/flock-figures/course-measures.ts'
import { type FlockMeasure, flockMeasures } from '#shared/flock-figures/standard.ts'
import { AgeCurves } from '#web/components/chart/age-curves.tsx'
import { figureText, unitText } from '#web/components/flocks/figure-of.ts'
import { useIsPhone } from '#web/components/use-phone.ts'
import { useReader } from '#web/data/preferences.ts'

/** Weeks of the standard drawn before and after the data. */
const AHEAD = 6

/** One figure of the flock by week of age, with the standard as a band and the differences below. */
export function FlockCurve({ course }: { course: FlockCourse }) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const isPhone = useIsPhone()
  const measures = measuresOf(course)
  const [chosen, choose] = useState<FlockMeasure>(measures[0] ?? 'weight')
  const told = course.weeks.flatMap(week => {
    const value = week[chosen]
    return value === null ? [] : [{ week, x: week.week, y: value }]
  })
  const last = told.at(-1)
  const away = told.flatMap(({ week, x, y }) => {
    const standard = standardFor(course, chosen, week)
    return standard ? [{ x, y: y - standard.mid }] : []
  })
  const broke = chosen === 'rate' ? breakOf(course) : null
  const unit = unitText(flockMeasures[chosen].unit, reader)
  const name = flockMeasures[chosen].label[reader.language]
  return (
    <section className="card flock-curve" aria-label={name}>
      <header>
        <h2>{t($ => $.byWeek, { name, unit })}</h2>
        <span className="caption flock-legend">
          <i data-what="actual" /> {t($ => $.actual)} <i data-what="band" /> {t($ => $.standard)}
        </span>
      </header>
      <Segmented
        value={chosen}
        onChange={choose}
        size={isPhone ? 'small' : 'middle'}
        options={measures.map(value => ({ value, label: flockMeasures[value].label[reader.language] }))}
      />
      {told.length === 0 ? (
        <p className="caption">{t($ => $.notTold)}</p>
      ) : (
        <AgeCurves
          label={name}
          axis={t($ => $.weekOfAge)}
          say={value => figureText(chosen, value, reader)}
          lines={[{ key: 'actual', name: course.flock.houseName, sign: 'plain', points: told }]}
          band={
            chosen === 'uniformity' ? [] : bandOf(course, chosen, told[0]?.x ?? 1, (last?.x ?? 1) + AHEAD)
          }
          marks={broke ? [{ x: broke.week, label: t($ => $.breakWeek, { week: broke.week }) }] : []}
          {...(away.length > 0 && {
            differences: { label: t($ => $.fromStandard), lines: [{ key: 'actual', points: away }] },
          })}
        />
      )}
    </section>
  )
}
