import type { z } from 'zod'
import type { Choices } from '#shared/choices.ts'
import { text } from '#shared/text.ts'
import { type ticketShape, waitChoices, waitOf, waitSteps, waits } from '#shared/tickets.ts'
import { usePreferences } from '#web/data/preferences.ts'
import type { Column } from '../list/column.ts'
import type { Filter } from '../list/filter.ts'
import type { State } from '../state-mark.tsx'
import { Age } from '../time.tsx'
import { useFields } from './use-fields.tsx'
import './waited.css'

type Ticket = z.infer<z.ZodObject<typeof ticketShape>> & { standing: string }

/** How long a ticket has waited, in four steps; only the last one is coloured. */
export function Waited({ hours }: { hours: number }) {
  const language = usePreferences(({ language }) => language)
  const wait = waitOf(hours)
  return (
    <span className="waited" data-wait={wait}>
      <i aria-hidden />
      {waits[wait].label[language]}
    </span>
  )
}

/** Columns, chips and the waiting filter that every list of tickets has; `marks` are the marks of their states. */
export function useTickets<T extends Ticket>(standings: Choices, marks: Readonly<Record<string, State>>) {
  const language = usePreferences(({ language }) => language)
  const { stateColumn, filter } = useFields({
    standing: { kind: 'choice', choices: standings, isRequired: true, label: text('状态', 'Status') },
  })
  const titles = {
    number: text('编号', 'Number'),
    customer: text('客户', 'Customer'),
    about: text('鸡舍 / 设备', 'House / device'),
    author: text('提交人', 'Asked by'),
    waited: text('等待', 'Waiting'),
    lastAt: text('最近更新', 'Last change'),
  }
  const column = (
    key: keyof typeof titles,
    more: Partial<Column<T>> & Pick<Column<T>, 'render'>,
  ): Column<T> => ({
    key,
    title: titles[key][language],
    ...more,
  })
  const before: Column<T>[] = [
    stateColumn('standing', marks),
    column('customer', { isOthers: true, card: 'line', render: ({ customer }) => customer ?? '—' }),
    column('about', {
      card: 'line',
      render: ({ house, device }) => [house?.name, device?.name].filter(Boolean).join(' · ') || '—',
    }),
  ]
  const after: Column<T>[] = [
    column('author', { render: ({ author }) => author }),
    column('waited', {
      card: 'note',
      render: ({ waitedHours }) => (waitedHours === null ? null : <Waited hours={waitedHours} />),
    }),
    column('lastAt', { sort: 'lastAt', atEnd: true, render: ({ lastAt }) => <Age at={lastAt} /> }),
  ]
  const waited: Filter = {
    name: 'wait',
    label: titles.waited[language],
    options: waitSteps.map(value => ({ value, label: waitChoices[value][language] })),
  }
  return { before, after, chips: filter('standing', marks), waited, numberTitle: titles.number[language] }
}
