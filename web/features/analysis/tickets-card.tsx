import { useTranslation } from 'react-i18next'
import { hrefOf, paths } from '#shared/screens.ts'
import { numberText } from '#web/components/number-text.ts'
import { useReader } from '#web/data/preferences.ts'
import { Card, Figure } from './card.tsx'
import { useChangeText } from './change-text.ts'
import { Counted } from './counted.tsx'
import { Course } from './course.tsx'
import { spanOf, useCard } from './use-card.ts'

const lists = {
  questions: { kind: 'question', path: paths.questions },
  repairs: { kind: 'repair', path: paths.repairs },
  inquiries: { kind: 'inquiry', path: paths.inquiries },
} as const

/** Whether most steps have a value: single points make no line. */
const isCourse = (values: readonly (number | null)[]): boolean =>
  values.filter(value => value !== null).length > values.length / 2

/** Tickets of one kind: how many were made, and how many working hours until their first answer. */
export function TicketsCard({ name }: { name: keyof typeof lists }) {
  const { t } = useTranslation('analysis')
  const reader = useReader()
  const { ofCount, ofHours } = useChangeText()
  const card = useCard(name)
  if (!card) return null
  const { kind, path } = lists[name]
  const title = t($ => $.tickets[name])
  const say = (hours: number | null) =>
    hours === null ? '—' : t($ => $.tickets.hours, { hours: numberText(hours, hours < 10 ? 1 : 0, reader) })
  return (
    <Card title={title} card={card} all={card.data && { href: hrefOf(path, spanOf(card.data)) }}>
      {data => (
        <>
          <Counted title={title} name={t($ => $.tickets.made)} data={data} kind={kind} />
          {data.hours && data.hours.now.answered > 0 && (
            <>
              <h3 className="trend-says">{t($ => $.tickets.answers)}</h3>
              <div className="trend-figures">
                {(['p50', 'p90', 'p95'] as const).map(part => (
                  <Figure
                    key={part}
                    name={t($ => $.tickets[part])}
                    value={say(data.hours?.now[part] ?? null)}
                    change={ofHours(data.hours?.now[part] ?? null, data.hours?.before[part] ?? null)}
                  />
                ))}
                <Figure
                  name={t($ => $.tickets.open)}
                  value={numberText(data.hours.now.open, 0, reader)}
                  change={ofCount(data.hours.now.open, data.hours.before.open)}
                />
              </div>
              {isCourse(data.hours.values) && (
                <Course
                  label={`${title}: ${t($ => $.tickets.course)}`}
                  card={data}
                  lines={[{ name: t($ => $.tickets.course), values: data.hours.values }]}
                  say={say}
                />
              )}
            </>
          )}
        </>
      )}
    </Card>
  )
}
