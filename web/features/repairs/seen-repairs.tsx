import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Repair, repairs } from '#shared/contracts/repairs.ts'
import { repairStandings, repairSteps } from '#shared/repairs.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { RecordCell } from '#web/components/records/record-cell.tsx'
import { useSteps } from '#web/components/records/use-steps.tsx'
import { StateMark, StateWord } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { readSeen } from '#web/data/offline/seen.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { mayCall, useSession } from '#web/data/session.ts'
import { markOfRepair } from './repair-marks.ts'
import './repairs.css'

interface Props {
  error: Error | null
  retry: () => void
}

/** The repairs as last seen, while nobody answers: a note can be added to each. */
export function SeenRepairs({ error, retry }: Props) {
  const { t } = useTranslation('repairs')
  const { data: seen } = useQuery({ queryKey: ['seen repairs'], queryFn: readSeen, gcTime: 0, staleTime: 0 })
  if (seen === undefined) return null
  const { at, rows } = seen?.repairs ?? { at: 0, rows: [] }
  if (rows.length === 0)
    return (
      <div className="card">
        <LoadProblem error={error} retry={retry} />
        {at === 0 && <p className="repair-none-seen">{t($ => $.noneSeen)}</p>}
      </div>
    )
  return (
    <section className="card repair-waiting" aria-label={t($ => $.seen)}>
      <p role="status">
        <StateMark state="offline" /> {t($ => $.asSeen)} <Age at={at} />
      </p>
      <ul>
        {rows.map(repair => (
          <Seen key={repair.id} repair={repair} />
        ))}
      </ul>
    </section>
  )
}

function Seen({ repair }: { repair: Repair }) {
  const language = usePreferences(({ language }) => language)
  const session = useSession()
  const { number, title, house, standing } = repair
  const [note] = useSteps(repairs, repairSteps)(repair, ['note'])
  return (
    <li>
      <div>
        <RecordCell about={title} number={number} />
        {house && <small>{house.name}</small>}
        <StateWord state={markOfRepair[standing]}>{repairStandings[standing][language]}</StateWord>
      </div>
      {note?.isOpen && mayCall(note.endpoint, session) && (
        <Button onClick={note.onClick} aria-label={`${note.label} ${number}`}>
          {note.label}
        </Button>
      )}
    </li>
  )
}
