import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsOfGroup } from '#shared/contracts/settings.ts'
import { formatSignal, type HouseType } from '#shared/signals.ts'
import { publishedLight } from '#shared/standards/targets.ts'
import { Choice } from '#web/components/choice.tsx'
import { numberText } from '#web/components/number-text.ts'
import { useReader } from '#web/data/preferences.ts'
import type { Draft } from './draft.ts'
import { type DimmerDay, lightDays, lightsOn } from './lights.ts'
import './light-day.css'

const WIDTH = 720
const HEIGHT = 46
const HOURS = [0, 6, 12, 18, 24]

interface Props {
  draft: Pick<Draft, 'document' | 'values' | 'changed'>
  house: Pick<SettingsOfGroup['house'], 'age' | 'type'>
}

/**
 * Each dimmer's light from midnight to midnight, by the programmes for a day of age; with a draft, the controller's current
 * light beside it.
 */
export function LightDay({ draft, house: { age, type } }: Props) {
  const { t } = useTranslation('settings')
  const { document, values, changed } = draft
  const days = lightDays(document)
  const today = age ?? days[0] ?? 0
  const holds = days.findLast(day => day <= today) ?? days[0]
  const [chosen, choose] = useState<number | undefined>()
  const isOther = (day: number) => coursesOn(values, day) !== coursesOn(document, day)
  // For a draft, a day it changes: today, or the first such day.
  const first = changed.length === 0 || (holds !== undefined && isOther(holds)) ? holds : days.find(isOther)
  const from = chosen !== undefined && days.includes(chosen) ? chosen : (first ?? holds)
  if (from === undefined) return null
  const before = changed.length > 0 ? lightsOn(values, from) : []
  return (
    <section className="card settings-card">
      <h2>{t($ => (from === holds && age !== null ? $.lights.today : $.lights.fromDay), { day: from })}</h2>
      {days.length > 1 && (
        <Choice
          label={t($ => $.lights.days)}
          options={days.map(day => [String(day), t($ => $.dayShort, { day })] as const)}
          chosen={String(from)}
          choose={day => choose(Number(day))}
        />
      )}
      <ul className="light-days stack gap-3">
        {lightsOn(document, from).map((light, i) => (
          <Dimmer key={light.dimmer} light={light} before={before[i]} />
        ))}
      </ul>
      <Published type={type} age={from === holds && age !== null ? age : from} />
    </section>
  )
}

/** What published programmes ask of light at an age, to compare the controller's with. */
function Published({ type, age }: { type: HouseType; age: number }) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const lux = (value: number) => formatSignal(value, { unit: 'lx', decimals: 0 }, reader)
  return (
    <p className="light-published">
      <strong>{t($ => $.lights.published, { day: age })}</strong>{' '}
      {publishedLight(type, age)
        .map(({ name, hours, luxLow, luxHigh }) =>
          t($ => $.lights.of, {
            name: name[reader.language],
            hours: numberText(hours, hours % 1 ? 1 : 0, reader),
            lux: luxLow === luxHigh ? lux(luxLow) : `${lux(luxLow)} – ${lux(luxHigh)}`,
          }),
        )
        .join(reader.language === 'zh-CN' ? '；' : '; ')}
    </p>
  )
}

function Dimmer({ light, before }: { light: DimmerDay; before: DimmerDay | undefined }) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const { dimmer, course, windows, hours } = light
  const isOther = before !== undefined && String(before.course) !== String(course)
  const said =
    windows.length === 0
      ? t($ => $.lights.dark)
      : `${t($ => $.lights.hours, { hours: numberText(hours, hours % 1 ? 1 : 0, reader) })}: ${windows
          .map(
            ({ on, off, level }) => `${clockOf(on)}–${clockOf(off)} ${numberText(level, 0, reader)}\u202f%`,
          )
          .join(', ')}`
  return (
    <li>
      <p>
        <strong>{t($ => $.lights.dimmer, { dimmer })}</strong> <span className="num">{said}</span>
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        <polygon className="light-on" points={`0,${HEIGHT} ${lineOf(course)} ${WIDTH},${HEIGHT}`} />
        {isOther && <polyline className="light-before" points={lineOf(before.course)} />}
        {HOURS.slice(1, -1).map(hour => (
          <line key={hour} x1={xOf(hour / 24)} x2={xOf(hour / 24)} y1={0} y2={HEIGHT} />
        ))}
      </svg>
      <p className="light-hours num" aria-hidden>
        {HOURS.map(hour => (
          <span key={hour}>{clockOf(hour)}</span>
        ))}
      </p>
    </li>
  )
}

const coursesOn = (document: Draft['document'], day: number) =>
  JSON.stringify(lightsOn(document, day).map(({ course }) => course))

const xOf = (share: number) => share * WIDTH
const lineOf = (course: readonly number[]) =>
  course
    .map(
      (output, i) => `${xOf(i / (course.length - 1)).toFixed(1)},${(HEIGHT * (1 - output / 100)).toFixed(1)}`,
    )
    .join(' ')

/** HH:MM of hours since midnight. */
function clockOf(hour: number): string {
  const minutes = Math.round(hour * 60)
  return [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')
}
