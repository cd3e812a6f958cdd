import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ReportSchedule, reportSchedules } from '#shared/contracts/report-schedules.ts'
import { reportRhythms, scheduledReports, weekdays } from '#shared/report-schedules.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { later } from '#web/components/later.tsx'
import { NEW } from '#web/components/list/use-edited.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { Age, Moment } from '#web/components/time.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import './report-schedules.css'

const ScheduleForm = later(() => import('./report-schedule-form.tsx').then(of => of.ReportScheduleForm))

const REREAD_MS = 30_000

/** The user's reports by mail, and how the last of each went. */
export function ReportSchedulesSection() {
  const { t } = useTranslation('report-schedules')
  const [open, setOpen] = useState<ReportSchedule | typeof NEW | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [reportSchedules.list.path],
    queryFn: () => call(reportSchedules.list),
    refetchInterval: REREAD_MS,
  })
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />
  return (
    <div aria-busy={!data}>
      {data?.length === 0 && <p className="report-schedules-none">{t($ => $.none)}</p>}
      <ul>
        {data?.map(schedule => (
          <Row key={schedule.id} schedule={schedule} edit={() => setOpen(schedule)} />
        ))}
      </ul>
      <div className="report-schedules-foot">
        <ActionButton endpoint={reportSchedules.create} type="primary" onClick={() => setOpen(NEW)}>
          {t($ => $.new)}
        </ActionButton>
      </div>
      {open && <ScheduleForm row={open} close={() => setOpen(null)} />}
    </div>
  )
}

/** When a report comes: `Every week, Monday 06:30`. */
function useWhen({ rhythm, weekday, clock }: ReportSchedule): string {
  const language = usePreferences(({ language }) => language)
  const often = reportRhythms[rhythm][language]
  if (rhythm === 'flockEnd') return often
  return weekday ? `${often} · ${weekdays[weekday][language]} ${clock}` : `${often} · ${clock}`
}

function Row({ schedule, edit }: { schedule: ReportSchedule; edit: () => void }) {
  const { t } = useTranslation('report-schedules')
  const language = usePreferences(({ language }) => language)
  const { id, report, officeName, nextAt, lastAt, problem } = schedule
  const name = scheduledReports[report][language]
  const removed = useConfirmed({ success: t($ => $.removed) })
  const remove = () =>
    removed({ title: t($ => $.removeAsk, { name }), says: t($ => $.removeSays), ok: t($ => $.remove) }, () =>
      call(reportSchedules.remove, { params: { id } }),
    )
  const label = (action: string) => ({ 'aria-label': `${action}: ${name}`, children: action })
  return (
    <li className="report-schedule" aria-label={name}>
      <div>
        <strong>{name}</strong>
        <p>
          {useWhen(schedule)} · {officeName ?? t($ => $.everything)}
        </p>
        <p className="caption num">
          {nextAt && (
            <>
              {t($ => $.next)} <Moment at={nextAt} />
            </>
          )}
          {lastAt && !problem && (
            <>
              {' · '}
              {t($ => $.last)} <Age at={lastAt} />
            </>
          )}
        </p>
        {problem && (
          <p>
            <StateWord state="alarm">{problem}</StateWord> {lastAt && <Age at={lastAt} />}
          </p>
        )}
      </div>
      <div className="row stretch">
        <ActionButton endpoint={reportSchedules.update} onClick={edit} {...label(t($ => $.edit))} />
        <ActionButton endpoint={reportSchedules.remove} onClick={remove} {...label(t($ => $.remove))} />
      </div>
    </li>
  )
}
