import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import {
  type SystemNow,
  type SystemPeriod,
  systemMonitor,
  systemPeriods,
} from '#shared/contracts/system-monitor.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { useExport } from '#web/components/excel/use-export.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { useFromNow } from '#web/data/clock.ts'
import { BackupsCard } from './backups-card.tsx'
import { CallsCard } from './calls-card.tsx'
import { DeploymentCard, ProcessesCard } from './deployment-cards.tsx'
import { Figures } from './figures.tsx'
import { IntakeCard } from './intake-card.tsx'
import { REREAD_BUSY_MS, REREAD_MS } from './reread.ts'
import { StorageCard } from './storage-card.tsx'
import { Troubles } from './troubles.tsx'
import { UnreachedCard } from './unreached-card.tsx'
import { OutgoingCard, WorkCard } from './work-cards.tsx'
import '#web/components/choice.css'
import '#web/components/plain-button.css'
import './system-monitor.css'

/** Older figures are not current. ms */
const OLD_MS = 3 * 60_000

/** `/dashboard/monitor`: how the system itself is doing, now and this week. */
export function SystemMonitorPage() {
  const { t } = useTranslation('system-monitor')
  const { search, setSearch } = useScreen()
  const hours = systemPeriods.find(known => known === search.hours) ?? '24'
  const {
    data: now,
    error,
    refetch,
  } = useQuery({
    queryKey: [systemMonitor.now.path],
    queryFn: () => call(systemMonitor.now),
    refetchInterval: ({ state }) => (state.data?.backups.runningSince ? REREAD_BUSY_MS : REREAD_MS),
  })
  const alive = now?.processes.filter(({ isAlive }) => isAlive) ?? []
  const process = alive.find(({ id }) => id === search.process)
  return (
    <div className="page system-monitor">
      <div className="list-head">
        <div>
          <h1>{t($ => $.title)}</h1>
          <p className="num">{now ? <AsOf now={now} /> : '\u00a0'}</p>
        </div>
        <div className="list-head-actions">
          {alive.length > 1 && (
            <fieldset className="choice" aria-label={t($ => $.process)}>
              {[undefined, ...alive].map(each => (
                <button
                  key={each?.id ?? ''}
                  type="button"
                  aria-pressed={each?.id === process?.id}
                  onClick={() => setSearch({ process: each?.id })}
                >
                  {each ? `${each.host} · ${each.pid}` : t($ => $.allProcesses)}
                </button>
              ))}
            </fieldset>
          )}
          <ExcelButton period={{ hours, process: process?.id }} />
          <fieldset className="choice" aria-label={t($ => $.period)}>
            {systemPeriods.map(each => (
              <button
                key={each}
                type="button"
                aria-pressed={each === hours}
                onClick={() => setSearch({ hours: each === '24' ? undefined : each })}
              >
                {t($ => $.periods[each])}
              </button>
            ))}
          </fieldset>
        </div>
      </div>
      {error && !now ? (
        <div className="card">
          <LoadProblem error={error} retry={() => void refetch()} />
        </div>
      ) : now ? (
        <Shown now={now} hours={hours} process={process} />
      ) : (
        <div className="card system-card">
          <Skeleton active paragraph={{ rows: 10 }} />
        </div>
      )}
    </div>
  )
}

function ExcelButton({ period }: { period: z.input<typeof SystemPeriod> }) {
  const { t } = useTranslation('system-monitor')
  const { start, busy } = useExport(systemMonitor.systemWorkbook)
  return (
    <ActionButton
      endpoint={systemMonitor.systemWorkbook}
      icon={<Download size={15} aria-hidden />}
      loading={busy}
      onClick={() => void start({ body: period })}
    >
      {t($ => $.excel)}
    </ActionButton>
  )
}

interface ShownProps {
  now: SystemNow
  hours: (typeof systemPeriods)[number]
  process: SystemNow['processes'][number] | undefined
}

function Shown({ now, hours, process }: ShownProps) {
  const query = { hours, process: process?.id }
  const { data: course } = useQuery({
    queryKey: [systemMonitor.course.path, query],
    queryFn: () => call(systemMonitor.course, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: REREAD_MS,
  })
  return (
    <>
      <Troubles alarms={now.alarms} />
      <UnreachedCard now={now} />
      <Figures now={process?.figures ?? now.figures} course={course} />
      <div className="system-cards">
        <StorageCard now={now} />
        <WorkCard now={now} />
        <div className="stack gap-3">
          <IntakeCard now={now} />
          <OutgoingCard now={now} />
          <DeploymentCard now={now} />
        </div>
        <BackupsCard now={now} />
        <CallsCard hours={hours} />
        <ProcessesCard now={now} />
      </div>
    </>
  )
}

/** The time of the figures; stale ones say so. */
function AsOf({ now: { at, processes } }: { now: SystemNow }) {
  const { t } = useTranslation('system-monitor')
  const isOld = useFromNow(time => at !== null && time - Date.parse(at) > OLD_MS)
  if (at === null) return t($ => $.firstMinute)
  const count = processes.filter(({ isAlive }) => isAlive).length
  return (
    <>
      {isOld && <StateMark state="watch" />} {t($ => $.asOf)} <Age at={at} />
      {count > 0 && ` · ${t($ => $.running, { count })}`}
    </>
  )
}
