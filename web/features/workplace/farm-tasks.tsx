import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { alarms } from '#shared/contracts/alarms.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { questions } from '#shared/contracts/questions.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { numberText } from '#web/components/number-text.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { UNSEEN } from './alarms-card.tsx'
import { Card } from './card.tsx'
import { useDueSteps } from './health-card.tsx'

/** Open matters that need somebody from the farm: how many, each linking to its list. */
export function FarmTasks({ flocks: housedNow }: { flocks: readonly FlockThisMorning[] }) {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  const [mayAlarms, mayRepairs, mayQuestions] = [
    useMayCall(alarms.counts),
    useMayCall(repairs.counts) && exists(paths.myRepairs),
    useMayCall(questions.counts) && exists(paths.myQuestions),
  ]
  const { data: alarmed } = useQuery({
    queryKey: [alarms.counts.path, {}],
    queryFn: () => call(alarms.counts, { query: {} }),
    enabled: mayAlarms,
  })
  const { data: repaired } = useQuery({
    queryKey: [repairs.counts.path],
    queryFn: () => call(repairs.counts, { query: { by: 'standing' } }),
    enabled: mayRepairs,
  })
  const { data: asked } = useQuery({
    queryKey: [questions.counts.path],
    queryFn: () => call(questions.counts, { query: { by: 'standing' } }),
    enabled: mayQuestions,
  })
  const mayFlocks = useMayCall(flocks.counts) && exists(paths.flocks)
  const { data: housed } = useQuery({
    queryKey: [flocks.counts.path, 'state'],
    queryFn: () => call(flocks.counts, { query: { by: 'state' } }),
    enabled: mayFlocks,
  })
  const mayOverhauls = useMayCall(overhaul.counts) && exists(paths.overhauls)
  const { data: due } = useQuery({
    queryKey: [overhaul.counts.path, 'workplace'],
    queryFn: () => call(overhaul.counts, { query: { by: 'due' } }),
    enabled: mayOverhauls,
  })
  const { data: steps } = useDueSteps()
  const mayRecord = useMayCall(flockRecords.create) && exists(paths.flocks)
  if (!mayAlarms && !mayRepairs && !mayQuestions && !mayFlocks && !mayOverhauls && !mayRecord) return null
  return (
    <Card title={t($ => $.tasks)}>
      <ul className="workplace-tasks">
        <Task name="unseen" count={alarmed?.unseen} href={UNSEEN} isUrgent />
        <Task name="openAlarms" count={alarmed?.open} href={hrefOf(paths.alarms, { open: 'open' })} />
        {mayRecord && (
          <Task
            name="recordsToday"
            count={housedNow.filter(({ isTodayTold }) => !isTodayTold).length}
            href={paths.flocks}
          />
        )}
        <Task
          name="healthOverdue"
          count={steps?.filter(({ state }) => state === 'overdue').length}
          href={paths.flocks}
          isUrgent
        />
        <Task
          name="healthToday"
          count={steps?.filter(({ state }) => state === 'today').length}
          href={paths.flocks}
        />
        <Task
          name="overdueOverhauls"
          count={due?.overdue}
          href={hrefOf(paths.overhauls, { due: 'overdue' })}
          isUrgent
        />
        <Task name="overhaulsToday" count={due?.today} href={hrefOf(paths.overhauls, { due: 'today' })} />
        <Task
          name="plannedFlocks"
          count={housed?.planned}
          href={hrefOf(paths.flocks, { state: 'planned' })}
        />
        <Task
          name="pendingRepairs"
          count={repaired?.pending}
          href={hrefOf(paths.myRepairs, { standing: 'pending' })}
        />
        <Task
          name="acceptedRepairs"
          count={repaired?.accepted}
          href={hrefOf(paths.myRepairs, { standing: 'accepted' })}
        />
        <Task
          name="waitingQuestions"
          count={asked?.waiting}
          href={hrefOf(paths.myQuestions, { standing: 'waiting' })}
        />
      </ul>
    </Card>
  )
}

type Name =
  | 'unseen'
  | 'recordsToday'
  | 'healthOverdue'
  | 'healthToday'
  | 'overdueOverhauls'
  | 'overhaulsToday'
  | 'openAlarms'
  | 'plannedFlocks'
  | 'pendingRepairs'
  | 'acceptedRepairs'
  | 'waitingQuestions'

interface Props {
  name: Name
  /** Undefined if there are none, or the viewer may not see them. */
  count: number | undefined
  href: string
  isUrgent?: boolean
}

function Task({ name, count = 0, href, isUrgent = false }: Props) {
  const { t } = useTranslation('workplace')
  const { open } = useScreen()
  const reader = useReader()
  if (count === 0) return null
  return (
    <li>
      <button type="button" onClick={() => open(href)} data-urgent={isUrgent || undefined}>
        <span>{t($ => $.task[name])}</span>
        <strong className="num">{numberText(count, 0, reader)}</strong>
      </button>
    </li>
  )
}
