import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { alarms } from '#shared/contracts/alarms.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { orders } from '#shared/contracts/orders.ts'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { StepState } from '#shared/health-programme.ts'
import { hrefOf, paths, type ScreenPath } from '#shared/screens.ts'
import { Known } from '#web/components/known.tsx'
import { numberText } from '#web/components/number-text.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { mayCall, useSession } from '#web/data/session.ts'
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

type OwnFarm = ReturnType<typeof useOwnFarm>
interface Source {
  /** The list on which the tasks stand, and what must be allowed to do them: those who may not do them have no such tasks. */
  path: ScreenPath
  needs: readonly [Endpoint, ...Endpoint[]]
  read: (own: OwnFarm) => Promise<Readonly<Record<string, number>>>
}

/** What counts tasks. */
const sources = {
  alarms: {
    path: paths.alarms,
    needs: [alarms.counts],
    read: async own => {
      const { unseen, open } = await call(alarms.counts, { query: own })
      return { unseen, open }
    },
  },
  tests: {
    path: paths.myOverhauls,
    needs: [overhaul.counts],
    read: own => call(overhaul.counts, { query: { by: 'due', only: 'tests', ...own } }),
  },
  work: {
    path: paths.myOverhauls,
    needs: [overhaul.counts],
    read: own => call(overhaul.counts, { query: { by: 'due', only: 'work', ...own } }),
  },
  flocks: {
    path: paths.flocks,
    needs: [flocks.counts],
    read: own => call(flocks.counts, { query: { by: 'state', ...own } }),
  },
  repairs: {
    path: paths.myRepairs,
    needs: [repairs.counts],
    read: own => call(repairs.counts, { query: { by: 'standing', ...own } }),
  },
  offers: {
    path: paths.myInquiries,
    needs: [inquiries.counts, orders.placeQuoted],
    read: own => call(inquiries.counts, { query: { by: 'standing', offer: 'open', ...own } }),
  },
  orders: {
    path: paths.myOrders,
    needs: [orders.counts],
    read: own => call(orders.counts, { query: { by: 'standing', ...own } }),
  },
} as const satisfies Record<string, Source>
type SourceName = keyof typeof sources
const names = Object.keys(sources) as SourceName[]

/** What may have to be done, null for readers who may know nothing of it; and the answers this rests on. */
function useTasks(housedNow: readonly FlockThisMorning[]) {
  const { exists } = useScreen()
  const own = useOwnFarm()
  const steps = useDueSteps()
  const session = useSession()
  const may = ({ path, needs }: Pick<Source, 'path' | 'needs'>) =>
    exists(path) && needs.every(endpoint => mayCall(endpoint, session))
  const mayRecord = may({ path: paths.flocks, needs: [flockRecords.create] })
  const known = names.filter(name => may(sources[name]))
  const answers = useQueries({
    queries: known.map(name => ({
      queryKey: [sources[name].needs[0].path, 'tasks', name, own],
      queryFn: () => sources[name].read(own),
    })),
  })
  if (known.length === 0 && !mayRecord) return { tasks: null, of: [] }
  const of = (name: SourceName): Readonly<Record<string, number>> => answers[known.indexOf(name)]?.data ?? {}
  const inState = (wanted: StepState) => steps.data?.filter(({ state }) => state === wanted).length
  const due = (due: 'overdue' | 'today', only: 'tests' | 'work') => hrefOf(paths.myOverhauls, { due, only })
  const repair = (standing: string) => hrefOf(paths.myRepairs, { standing })
  const { flocks: list } = paths
  const tasks: readonly TaskOf[] = [
    { name: 'unseen', count: of('alarms')['unseen'], href: UNSEEN, isUrgent: true },
    { name: 'openAlarms', count: of('alarms')['open'], href: hrefOf(paths.alarms, { open: 'open' }) },
    {
      name: 'recordsToday',
      count: mayRecord ? housedNow.filter(({ isTodayTold }) => !isTodayTold).length : 0,
      href: list,
    },
    { name: 'healthOverdue', count: inState('overdue'), href: list, isUrgent: true },
    { name: 'healthToday', count: inState('today'), href: list },
    { name: 'overdueTests', count: of('tests')['overdue'], href: due('overdue', 'tests'), isUrgent: true },
    { name: 'testsToday', count: of('tests')['today'], href: due('today', 'tests') },
    { name: 'overdueOverhauls', count: of('work')['overdue'], href: due('overdue', 'work'), isUrgent: true },
    { name: 'overhaulsToday', count: of('work')['today'], href: due('today', 'work') },
    { name: 'plannedFlocks', count: of('flocks')['planned'], href: hrefOf(list, { state: 'planned' }) },
    { name: 'offers', count: of('offers')['replied'], href: hrefOf(paths.myInquiries, { offer: 'open' }) },
    {
      name: 'deliveries',
      count: of('orders')['transit'],
      href: hrefOf(paths.myOrders, { standing: 'transit' }),
    },
    { name: 'pendingRepairs', count: of('repairs')['pending'], href: repair('pending') },
    { name: 'acceptedRepairs', count: of('repairs')['accepted'], href: repair('accepted') },
  ]
  return { tasks, of: [...answers, steps] }
}

type Name =
  | 'unseen'
  | 'openAlarms'
  | 'recordsToday'
  | 'healthOverdue'
  | 'healthToday'
  | 'overdueTests'
  | 'testsToday'
  | 'overdueOverhauls'
  | 'overhaulsToday'
  | 'plannedFlocks'
  | 'offers'
  | 'deliveries'
  | 'pendingRepairs'
  | 'acceptedRepairs'

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
