import { Button } from 'antd'
import { FileText, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type OverhaulPlan, overhaul, type WatchedPlan } from '#shared/contracts/overhaul.ts'
import { testLogContract } from '#shared/contracts/test-log.ts'
import { dateOf } from '#shared/dates.ts'
import { dueStates, SOON_DAYS } from '#shared/overhaul.ts'
import { paths } from '#shared/screens.ts'
import { text } from '#shared/text.ts'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { useCustomerFilter } from '#web/components/list/customer-filter.ts'
import { useShowDialog } from '#web/components/list/list-dialogs.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { useOpened } from '#web/components/list/use-opened.ts'
import { NearDate } from '#web/components/near-date.tsx'
import { useFields } from '#web/components/records/use-fields.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import type { State } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { useUndo } from '#web/components/use-undo.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { placeOf } from './place-of.ts'
import { UnheardPlan } from './unheard-plan.tsx'
import { useCycle } from './use-cycle.ts'
import './overhaul.css'

const PlanPanel = later(() => import('./plan-panel.tsx').then(file => file.PlanPanel))
const PlanForm = later(() => import('./plan-form.tsx').then(file => file.PlanForm))
const OverhaulLogButton = later(
  () => import('./overhaul-log.tsx').then(file => file.OverhaulLogButton),
  LogComing,
)
const OverhaulMap = later(() => import('./overhaul-map.tsx').then(file => file.OverhaulMap))
const OverhaulCalendar = later(() => import('./overhaul-calendar.tsx').then(file => file.OverhaulCalendar))
const TestDialog = later(() => import('./tests/test-dialog.tsx').then(file => file.TestDialog))
const TestLogPage = later(() => import('./tests/test-log-page.tsx').then(file => file.TestLogPage))
const DeedForm = later(() => import('./deed-form.tsx').then(file => file.DeedForm))

/** Filters in the address. */
const FILTERS = ['search', 'due', 'officeId', 'houseId', 'on', 'only']

/** Marks for how near a date is. */
const markOfDue = {
  overdue: 'alarm',
  today: 'watch',
  soon: 'pending',
  later: 'pending',
  undated: 'disabled',
} as const satisfies Record<keyof typeof dueStates, State>

/** `/deviceOverhaul`: maintenance at customers, most overdue first. */
export function OverhaulPage() {
  const { t } = useTranslation('overhaul')
  return <Overhauls title={t($ => $.title)} />
}
OverhaulPage.readAhead = listReadAhead(overhaul.list, FILTERS)

/** `/device/overhaul/item/client`: the same for the viewer's own houses. */
export function MyOverhaulPage() {
  const { t } = useTranslation('overhaul')
  return <Overhauls title={t($ => $.mine)} />
}
MyOverhaulPage.readAhead = listReadAhead(overhaul.list, FILTERS)

/** The plans, or with `log=tests` in the address the signed log of tests. */
function Overhauls({ title }: { title: string }) {
  const { search } = useScreen()
  return search.log === 'tests' ? <TestLogPage /> : <Plans title={title} />
}

function Plans({ title }: { title: string }) {
  const { t } = useTranslation('overhaul')
  const list = useList(overhaul.list, FILTERS, { counts: overhaul.counts })
  const opened = useOpened(list, 'id')
  const customers = useCustomerFilter()
  const cycle = useCycle()
  const mayRead = useMayCall(overhaul.get)
  const seesCustomers = useMayCall(overhaul.places)
  const { setSearch } = useScreen()
  const language = usePreferences(({ language }) => language)
  const { on } = list.filters
  const { stateColumn, filter } = useFields({
    due: { kind: 'choice', choices: dueStates, isRequired: true, label: text('到期', 'Due') },
  })
  const { sort: _, ...dueColumn } = stateColumn<WatchedPlan>('due', markOfDue)
  const columns: Column<WatchedPlan>[] = [
    {
      key: 'item',
      title: t($ => $.item),
      width: 300,
      render: ({ item, equipment, hears }) => (
        <span className="overhaul-cell">
          <span>{item}</span>
          <small>{equipment}</small>
          <UnheardPlan hears={hears} />
        </span>
      ),
    },
    dueColumn,
    {
      key: 'customer',
      title: t($ => $.customer),
      isOthers: true,
      card: 'line',
      render: ({ customer }) => customer ?? '—',
    },
    { key: 'house', title: t($ => $.place), card: 'line', render: placeOf },
    { key: 'cycle', title: t($ => $.cycle), render: plan => cycle(plan) },
    {
      key: 'lastAt',
      title: t($ => $.last),
      sort: 'lastAt',
      atEnd: true,
      render: ({ lastAt }) => <Age at={lastAt} />,
    },
    {
      key: 'nextOn',
      title: t($ => $.next),
      sort: 'nextOn',
      atEnd: true,
      card: 'note',
      render: ({ nextOn, timeZone }) => <NearDate on={nextOn} soon={SOON_DAYS} timeZone={timeZone} />,
    },
  ]
  return (
    <ListPage
      list={list}
      title={title}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      chips={filter('due', markOfDue)}
      filters={[
        ...customers,
        {
          name: 'only',
          label: t($ => $.test.show),
          options: [
            { value: 'tests', label: t($ => $.test.only) },
            { value: 'work', label: t($ => $.test.without) },
          ],
        },
        ...(on
          ? [{ name: 'on', label: t($ => $.next), options: [{ value: on, label: dateOf(on, language) }] }]
          : []),
      ]}
      views={<Logs place={list.filters} />}
      related={[paths.overhaulItems, paths.overhaulPushes]}
      columns={columns}
      excel={overhaul}
      create={{ label: t($ => $.plan), endpoint: overhaul.plan, dialog: close => <PlanForm close={close} /> }}
      actions={row => <Actions row={row} />}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays), readOnly: t($ => $.emptyReadOnly) }}
      calendar={() => <OverhaulCalendar filters={list.filters} />}
      {...(seesCustomers && {
        map: () => (
          <OverhaulMap open={officeId => setSearch({ officeId, view: undefined }, { push: true })} />
        ),
      })}
      {...(mayRead && { detail: { opened, show: id => <PlanPanel id={id} opened={opened} /> } })}
    />
  )
}

/** What was done: the signed log of tests, and the log of all overhauls on paper. */
function Logs({ place }: { place: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('overhaul')
  const { setSearch } = useScreen()
  const leave = { due: undefined, only: undefined, on: undefined }
  return (
    <>
      {useMayCall(testLogContract.list) && (
        <Button
          icon={<ShieldCheck size={16} aria-hidden />}
          onClick={() => setSearch({ log: 'tests', ...leave }, { push: true })}
        >
          {t($ => $.test.open)}
        </Button>
      )}
      <OverhaulLogButton place={place} />
    </>
  )
}

/** The same button, until it can do something: nothing moves when it can. */
function LogComing() {
  const { t } = useTranslation('overhaul')
  if (!useMayCall(overhaul.log)) return null
  return <Button icon={<FileText size={16} aria-hidden />}>{t($ => $.log.title)}</Button>
}

function Actions({ row }: { row: OverhaulPlan }) {
  const { t } = useTranslation('overhaul')
  const show = useShowDialog()
  const offerUndo = useUndo()
  const { id, item, proof } = row
  const params = { id }
  const remove = () =>
    void offerUndo({
      says: t($ => $.removed, { item }),
      change: () => call(overhaul.remove, { params }),
      undo: () => call(overhaul.restore, { params }),
    })
  return (
    <RowActions
      name={`${item} ${placeOf(row)}`}
      actions={[
        {
          key: 'finish',
          label: proof === null ? t($ => $.done) : t($ => $.test.record),
          endpoint: overhaul.finish,
          onClick: () =>
            show(close =>
              proof === null ? (
                <DeedForm plan={row} close={close} />
              ) : (
                <TestDialog plan={row} close={close} />
              ),
            ),
        },
        { key: 'remove', label: t($ => $.remove), endpoint: overhaul.remove, isRare: true, onClick: remove },
      ]}
    />
  )
}
