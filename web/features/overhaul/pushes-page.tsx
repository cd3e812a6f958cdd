import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OverhaulPush, overhaulPushColumns, overhaulPushes } from '#shared/contracts/overhaul-pushes.ts'
import { type PushState, pushFailures } from '#shared/overhaul-pushes.ts'
import { paths } from '#shared/screens.ts'
import { bothNames } from '#shared/text.ts'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { useCustomerFilter } from '#web/components/list/customer-filter.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { useFields } from '#web/components/records/use-fields.tsx'
import type { State } from '#web/components/state-mark.tsx'
import { HouseMoment } from '#web/components/time.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { Missed } from './missed.tsx'
import './overhaul.css'

const RecipientsDialog = later(() => import('./recipients-dialog.tsx').then(file => file.RecipientsDialog))
const PushForm = later(() => import('./push-form.tsx').then(file => file.PushForm))

/** Filters in the address. */
const FILTERS = ['search', 'state', 'type', 'mode', 'officeId']

const markOfPush = {
  waiting: 'pending',
  stopped: 'disabled',
  success: 'normal',
  failed: 'alarm',
} as const satisfies Record<PushState, State>

/** `/deviceOverhaulPushMessageList`: reminders for customers' users, next one first. */
export function OverhaulPushesPage() {
  const { t } = useTranslation('overhaul')
  const language = usePreferences(({ language }) => language)
  const { column, stateColumn, filter } = useFields(overhaulPushColumns)
  const list = useList(overhaulPushes.list, FILTERS, { counts: overhaulPushes.counts })
  const customers = useCustomerFilter()
  const [asked, setAsked] = useState<OverhaulPush | null>(null)
  const { row: editing, open: edit, close } = useEdited(list, overhaulPushes)
  const said = (push: OverhaulPush) => textOf(push)[language]
  const rhythm = ({ mode, everyDays }: OverhaulPush) =>
    mode === 'circular' ? t($ => $.everyDays, { count: everyDays ?? 1 }) : t($ => $.once)
  const columns: Column<OverhaulPush>[] = [
    {
      key: 'text',
      title: t($ => $.reminder),
      width: 300,
      render: push => (
        <span className="overhaul-cell">
          <span>{said(push)}</span>
          {push.failure && <small>{pushFailures[push.failure][language]}</small>}
          {push.missed > 0 && <Missed count={push.missed} told={push.told ?? 0} />}
        </span>
      ),
    },
    stateColumn('state', markOfPush),
    {
      key: 'customer',
      title: t($ => $.customer),
      isOthers: true,
      card: 'line',
      render: ({ customer }) => customer,
    },
    column('type', { card: 'line' }),
    {
      key: 'rhythm',
      title: t($ => $.rhythm),
      card: 'line',
      render: push => (
        <span className="num">
          {rhythm(push)} · {push.clock}
        </span>
      ),
    },
    {
      key: 'last',
      title: t($ => $.lastPush),
      isExtra: true,
      render: ({ lastAt, told, timeZone }) =>
        lastAt === null ? (
          '—'
        ) : (
          <>
            <HouseMoment at={lastAt} timeZone={timeZone} /> · {t($ => $.reached, { count: told ?? 0 })}
          </>
        ),
    },
    {
      ...column('nextAt', { card: 'note' }),
      render: ({ nextAt, timeZone }) =>
        nextAt === null ? '—' : <HouseMoment at={nextAt} timeZone={timeZone} />,
    },
  ]
  return (
    <ListPage
      list={list}
      title={t($ => $.pushesTitle)}
      says={count => t($ => $.pushesSay, { count })}
      searchHint={t($ => $.pushesHint)}
      chips={filter('state', markOfPush)}
      filters={[filter('type'), filter('mode'), ...customers]}
      columns={columns}
      related={[paths.overhauls, paths.overhaulItems]}
      create={{ label: t($ => $.newPush), endpoint: overhaulPushes.create, run: () => edit('new') }}
      actions={row => <Actions row={row} name={said(row)} edit={() => edit(row)} ask={() => setAsked(row)} />}
      empty={{ title: t($ => $.pushesEmptyTitle), says: t($ => $.pushesEmptySays) }}
    >
      {editing && <PushForm row={editing} close={close} />}
      {asked && <RecipientsDialog push={asked} name={said(asked)} close={() => setAsked(null)} />}
    </ListPage>
  )
}
OverhaulPushesPage.readAhead = listReadAhead(overhaulPushes.list, FILTERS)

const textOf = ({ chineseText, englishText }: OverhaulPush) =>
  bothNames({ chineseName: chineseText, englishName: englishText })

interface ActionsProps {
  row: OverhaulPush
  name: string
  edit: () => void
  /** Shows whom it reached. */
  ask: () => void
}

function Actions({ row, name, edit, ask }: ActionsProps) {
  const { t } = useTranslation('overhaul')
  const { t: word } = useTranslation('components')
  const { submit } = useSubmit()
  const removing = useConfirmed({ success: word($ => $.record.removed, { name }) })
  const { id, version, state } = row
  const seen = { params: { id }, body: { version } }
  const retry = () => void submit(() => call(overhaulPushes.retry, seen))
  const start = () => void submit(() => call(overhaulPushes.start, seen))
  const stop = () => void submit(() => call(overhaulPushes.stop, seen))
  const removeAsk = {
    title: word($ => $.record.removeAsk, { name }),
    says: t($ => $.pushRemoveSays),
    ok: word($ => $.record.remove),
  }
  return (
    <RowActions
      name={name}
      actions={[
        {
          key: 'retry',
          label: t($ => $.retry),
          isOpen: state === 'failed',
          endpoint: overhaulPushes.retry,
          onClick: retry,
        },
        {
          key: 'start',
          label: t($ => $.start),
          isOpen: state === 'stopped',
          endpoint: overhaulPushes.start,
          onClick: start,
        },
        { key: 'edit', label: word($ => $.record.edit), endpoint: overhaulPushes.update, onClick: edit },
        {
          key: 'recipients',
          label: t($ => $.recipients),
          isOpen: (row.told ?? 0) > 0,
          endpoint: overhaulPushes.recipients,
          onClick: ask,
        },
        {
          key: 'stop',
          label: t($ => $.stop),
          isOpen: state === 'waiting' || state === 'failed',
          endpoint: overhaulPushes.stop,
          onClick: stop,
        },
        {
          key: 'remove',
          label: word($ => $.record.remove),
          endpoint: overhaulPushes.remove,
          isRare: true,
          onClick: () => removing(removeAsk, () => call(overhaulPushes.remove, { params: { id } })),
        },
      ]}
    />
  )
}
