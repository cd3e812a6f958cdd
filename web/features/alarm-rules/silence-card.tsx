import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { silenceLimits } from '#shared/contracts/alarm-rules.ts'
import type { Result } from '#shared/endpoint.ts'
import { type SilenceLimits, USUAL_SILENCE } from '#shared/silence-limits.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { later } from '#web/components/later.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { spanOf } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import './silence-card.css'

const SilenceForm = later(() => import('./silence-form.tsx').then(file => file.SilenceForm))

type Houses = Result<typeof silenceLimits.limits>

/** How long houses may send no data before that is an alarm: those alike on one line. */
export function SilenceCard() {
  const { t } = useTranslation('alarm-rules')
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [silenceLimits.limits.path],
    queryFn: () => call(silenceLimits.limits),
  })
  return (
    <section className="card silence-limits" aria-label={t($ => $.silence.title)}>
      <header>
        <h2>{t($ => $.silence.title)}</h2>
        {data && data.length > 0 && (
          <ActionButton
            endpoint={silenceLimits.set}
            icon={<Pencil size={16} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {t($ => $.silence.set)}
          </ActionButton>
        )}
      </header>
      <p className="caption">{t($ => $.silence.says)}</p>
      {error && !data && <LoadProblem error={error} retry={() => void refetch()} />}
      {data && <Lines houses={data} />}
      {data && isEditing && <SilenceForm houses={data} close={() => setEditing(false)} />}
    </section>
  )
}

/** With more houses on a line, only so many are named. */
const MOST_NAMED = 5

const keyOf = ({ warningS, criticalS }: SilenceLimits) => `${warningS} ${criticalS}`

/** The limits of most houses first. */
function Lines({ houses }: { houses: Houses }) {
  const { t } = useTranslation('alarm-rules')
  const { language } = useReader()
  const span = (seconds: number) => exactSpan(seconds, language)
  const namesOf = (alike: Houses) => {
    const more = alike.length - MOST_NAMED
    const names = (more > 0 ? alike.slice(0, MOST_NAMED) : alike)
      .map(({ name }) => name)
      .join(t($ => $.comma))
    return more > 0 ? t($ => $.silence.andMore, { names, count: more }) : names
  }
  const lines = [...Map.groupBy(houses, keyOf)].toSorted(([, a], [, b]) => b.length - a.length)
  return (
    <ul>
      {lines.map(([key, [first, ...others]]) => {
        if (!first) return null
        const names = namesOf([first, ...others])
        return (
          <li key={key}>
            <strong>{lines.length === 1 ? t($ => $.allHouses) : names}</strong>
            <span className="num">
              {t($ => $.silence.line, { warning: span(first.warningS), critical: span(first.criticalS) })}
            </span>
            {key === keyOf(USUAL_SILENCE) && <span className="caption">{t($ => $.silence.usual)}</span>}
          </li>
        )
      })}
    </ul>
  )
}

/** Whole minutes as such, anything else in seconds. */
const exactSpan = (seconds: number, language: 'zh-CN' | 'en-US') =>
  seconds % 60 === 0
    ? spanOf(seconds * 1_000, language)
    : new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'short' }).format(seconds)
