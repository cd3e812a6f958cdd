import { useTranslation } from 'react-i18next'
import { agentStandings, agentSteps } from '#shared/agents.ts'
import { type Agent, agents } from '#shared/contracts/agents.ts'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { useOpened } from '#web/components/list/use-opened.ts'
import { NearDate } from '#web/components/near-date.tsx'
import { Promised } from '#web/components/records/promised.tsx'
import { RecordCell } from '#web/components/records/record-cell.tsx'
import { useSteps } from '#web/components/records/use-steps.tsx'
import { useTickets } from '#web/components/records/use-tickets.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { markOfAgent } from './agent-marks.ts'
import { MaterialsList } from './materials-list.tsx'
import { Views } from './views.tsx'

const AgentPanel = later(() => import('./agent-panel.tsx').then(file => file.AgentPanel))

const NewAgent = later(() => import('./new-agent.tsx').then(file => file.NewAgent))

/** Filters in the address. */
const FILTERS = ['search', 'standing', 'wait']

/** `/agent/admin/list`: agents and applicants; `view=materials` shows what they are given to read. */
export function AgentsPage() {
  const { search } = useScreen()
  const views = <Views views={['agents', 'materials']} />
  return search.view === 'materials' ? <MaterialsList views={views} /> : <Agents views={views} />
}
AgentsPage.readAhead = listReadAhead(agents.list, FILTERS)

function Agents({ views }: { views: React.ReactNode }) {
  const { t } = useTranslation('agents')
  const language = usePreferences(({ language }) => language)
  const list = useList(agents.list, FILTERS, { counts: agents.counts })
  const opened = useOpened(list, 'id')
  const { before, after, chips, waited } = useTickets<Agent>(agentStandings, markOfAgent)
  const mayRead = useMayCall(agents.get)
  const standing = before.filter(({ key }) => key === 'standing')
  const lastAt = after.filter(({ key }) => key === 'lastAt')
  const columns: Column<Agent>[] = [
    {
      key: 'name',
      title: t($ => $.agent),
      width: 240,
      render: ({ customer, number }) => <RecordCell about={customer ?? ''} number={number} />,
    },
    ...standing,
    {
      key: 'territory',
      title: t($ => $.territory),
      card: 'line',
      render: ({ territory, region }) => territory || region || '—',
    },
    {
      key: 'endsOn',
      title: t($ => $.endsOn),
      sort: 'endsOn',
      atEnd: true,
      card: 'note',
      render: ({ endsOn, standing }) => (standing === 'passed' ? <NearDate on={endsOn} soon={30} /> : null),
    },
    {
      key: 'customers',
      title: t($ => $.customers),
      sort: 'customers',
      atEnd: true,
      render: ({ customers }) => <span className="num">{customers.toLocaleString(language)}</span>,
    },
    {
      key: 'promised',
      title: t($ => $.waits),
      card: 'note',
      render: ({ waitsSince }) => (waitsSince === null ? null : <Promised since={waitsSince} />),
    },
    { key: 'author', title: t($ => $.author), isExtra: true, render: ({ author }) => author },
    { key: 'phone', title: t($ => $.phone), isExtra: true, render: ({ phone }) => phone || '—' },
    ...lastAt,
  ]
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      views={views}
      chips={chips}
      filters={[waited]}
      columns={columns}
      excel={agents}
      create={{
        label: t($ => $.new.title),
        endpoint: agents.create,
        dialog: close => <NewAgent close={close} />,
      }}
      actions={row => <Actions row={row} />}
      empty={{ title: t($ => $.noneTitle), says: t($ => $.noneSays) }}
      {...(mayRead && { detail: { opened, show: id => <AgentPanel id={id} opened={opened} /> } })}
    />
  )
}

function Actions({ row }: { row: Agent }) {
  const steps = useSteps(agents, agentSteps)
  return (
    <RowActions
      name={row.customer ?? row.number}
      actions={steps(row, ['grant', 'extend', 'refuse', 'revoke'])}
    />
  )
}
