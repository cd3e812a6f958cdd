import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { alarms } from '#shared/contracts/alarms.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { questions } from '#shared/contracts/questions.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import type { StepState } from '#shared/health-programme.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { Known } from '#web/components/known.tsx'
import { numberText } from '#web/components/number-text.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { UNSEEN } from './alarms-card.tsx'
import { Card } from './card.tsx'
import { useDueSteps } from './health-card.tsx'
import { useOwnFarm } from './use-own-farm.ts'
import { WithheldTasks } from './withheld.tsx'

/** Open matters that need somebody from the farm: how many, each linking to its list. */
export function FarmTasks({ flocks }: { flocks: readonly FlockThisMorning[] }) {
  const { t } = useTranslation('workplace')
  const { tasks, of } = useTasks(flocks)
  if (tasks === null) return null
  const open = tasks.filter(({ count }) => count)
  return (
    <Card title={t($ => $.tasks)}>
      <WithheldTasks flocks={flocks} />
      <ul className="workplace-tasks">
        {open.map(task => (
          <Task key={task.name} task={task} />
        ))}
      </ul>
      <Known of={of}>{() => open.length === 0 && <p className="caption">{t($ => $.waits.nothing)}</p>}</Known>
    </Card>
  )
}

/** What may have to be done, null for readers who may know nothing of it; and the answers this rests on. */
function useTasks(housedNow: readonly FlockThisMorning[]) {
  const { exists } = useScreen()
  const [mayAlarms, mayRepairs, mayQuestions] = [
    useMayCall(alarms.counts),
    useMayCall(repairs.counts) && exists(paths.myRepairs),
    useMayCall(questions.counts) && exists(paths.myQuestions),
  ]
  const own = useOwnFarm()
  const alarmed = useQuery({
    queryKey: [alarms.counts.path, own],
    queryFn: () => call(alarms.counts, { query: own }),
    enabled: mayAlarms,
  })
  const repaired = useQuery({
    queryKey: [repairs.counts.path, own],
    queryFn: () => call(repairs.counts, { query: { by: 'standing', ...own } }),
    enabled: mayRepairs,
  })
  const asked = useQuery({
    queryKey: [questions.counts.path, own],
    queryFn: () => call(questions.counts, { query: { by: 'standing', ...own } }),
    enabled: mayQuestions,
  })
  const mayFlocks = useMayCall(flocks.counts) && exists(paths.flocks)
  const housed = useQuery({
    queryKey: [flocks.counts.path, 'state', own],
    queryFn: () => call(flocks.counts, { query: { by: 'state', ...own } }),
    enabled: mayFlocks,
  })
  const mayOverhauls = useMayCall(overhaul.counts) && exists(paths.overhauls)
  const due = useQuery({
    queryKey: [overhaul.counts.path, 'workplace', own],
    queryFn: () => call(overhaul.counts, { query: { by: 'due', ...own } }),
    enabled: mayOverhauls,
  })
  const steps = useDueSteps()
  const mayRecord = useMayCall(flockRecords.create) && exists(paths.flocks)
  if (!mayAlarms && !mayRepairs && !mayQuestions && !mayFlocks && !mayOverhauls && !mayRecord)
    return { tasks: null, of: [] }
  const of = [alarmed, repaired, asked, housed, due, steps]
  const inState = (wanted: StepState) => steps.data?.filter(({ state }) => state === wanted).length
  const tasks: readonly TaskOf[] = [
    { name: 'unseen', count: alarmed.data?.unseen, href: UNSEEN, isUrgent: true },
    { name: 'openAlarms', count: alarmed.data?.open, href: hrefOf(paths.alarms, { open: 'open' }) },
    {
      name: 'recordsToday',
      count: mayRecord ? housedNow.filter(({ isTodayTold }) => !isTodayTold).length : 0,
      href: paths.flocks,
    },
    { name: 'healthOverdue', count: inState('overdue'), href: paths.flocks, isUrgent: true },
    { name: 'healthToday', count: inState('today'), href: paths.flocks },
    {
      name: 'overdueOverhauls',
      count: due.data?.overdue,
      href: hrefOf(paths.overhauls, { due: 'overdue' }),
      isUrgent: true,
    },
    { name: 'overhaulsToday', count: due.data?.today, href: hrefOf(paths.overhauls, { due: 'today' }) },
    { name: 'plannedFlocks', count: housed.data?.planned, href: hrefOf(paths.flocks, { state: 'planned' }) },
    {
      name: 'pendingRepairs',
      count: repaired.data?.pending,
      href: hrefOf(paths.myRepairs, { standing: 'pending' }),
    },
    {
      name: 'acceptedRepairs',
      count: repaired.data?.accepted,
      href: hrefOf(paths.myRepairs, { standing: 'accepted' }),
    },
    {
      name: 'waitingQuestions',
      count: asked.data?.waiting,
      href: hrefOf(paths.myQuestions, { standing: 'waiting' }),
    },
  ]
  return { tasks, of }
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

interface TaskOf {
  name: Name
  /** Undefined until known, if there are none, or if the viewer may not see them. */
  count: number | undefined
  href: string
  isUrgent?: boolean
}

function Task({ task: { name, count = 0, href, isUrgent = false } }: { task: TaskOf }) {
  const { t } = useTranslation('workplace')
  const reader = useReader()
  return (
    <li>
      <ScreenLink to={href} data-urgent={isUrgent || undefined}>
        <span>{t($ => $.task[name])}</span>
        <strong className="num">{numberText(count, 0, reader)}</strong>
      </ScreenLink>
    </li>
  )
}
