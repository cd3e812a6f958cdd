import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { readSeen } from '#web/data/offline/seen.ts'
import './record.css'

interface Props {
  /** Only this flock. */
  id?: string
  error: Error | null
  retry: () => void
}

/** The flocks as last seen, while nobody answers: each links to today's record. */
export function SeenFlocks({ id, error, retry }: Props) {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const { data: seen } = useQuery({ queryKey: ['seen flocks'], queryFn: readSeen, gcTime: 0, staleTime: 0 })
  const flocks = seen?.flocks.filter(flock => id === undefined || flock.id === id) ?? []
  if (seen === undefined) return null
  if (seen === null || flocks.length === 0)
    return (
      <div className="card">
        <LoadProblem error={error} retry={retry} />
      </div>
    )
  return (
    <section className="card record-card record-waiting" aria-label={t($ => $.seenFlocks)}>
      <p role="status">
        <StateMark state="offline" /> {t($ => $.asSeen)} <Age at={seen.at} />
      </p>
      <ul>
        {flocks.map(flock => (
          <li key={flock.id}>
            <button
              type="button"
              onClick={() => setSearch({ record: flock.id, id: undefined }, { push: true })}
            >
              <strong>{flock.houseName}</strong>
              <span className="num">
                {[
                  flock.dayAge === null ? null : t($ => $.day, { day: flock.dayAge }),
                  flock.alive === null ? null : t($ => $.birds, { count: flock.alive }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span>{t($ => $.recordToday)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
