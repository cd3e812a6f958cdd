import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Repair, repairs } from '#shared/contracts/repairs.ts'
import { repairStandings, repairSteps } from '#shared/repairs.ts'
import { NOT_BEGUN } from '#web/components/help/begun-address.ts'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { useCustomerFilter } from '#web/components/list/customer-filter.ts'
import { ListDialogs } from '#web/components/list/list-dialogs.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { useOpened } from '#web/components/list/use-opened.ts'
import { NearDate } from '#web/components/near-date.tsx'
import { MADE_IN, useMadeFilter } from '#web/components/records/made-filter.ts'
import { RecordCell } from '#web/components/records/record-cell.tsx'
import { useSteps } from '#web/components/records/use-steps.tsx'
import { useTickets } from '#web/components/records/use-tickets.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { CallError } from '#web/data/client.ts'
import { useWaiting } from '#web/data/offline/waiting.ts'
import { useMayCall } from '#web/data/session.ts'
import { markOfRepair } from './repair-marks.ts'
import './repairs.css'

const RepairPanel = later(() => import('./repair-detail.tsx').then(file => file.RepairPanel))
const RepairForm = later(() => import('./repair-form.tsx').then(file => file.RepairForm))
const SeenRepairs = later(() => import('./seen-repairs.tsx').then(file => file.SeenRepairs))
const WaitingRepairs = later(() => import('./waiting-repairs.tsx').then(file => file.WaitingRepairs))

/** Filters in the address. */
const FILTERS = ['search', 'standing', 'officeId', 'wait', ...MADE_IN]

/**
 * `/device-maintain/repair`: the viewer's organisation's repairs; `?new=1` starts a new one, about its `?alarm=`, `?houseId=`
 * and `?device=`.
 */
export function MyRepairsPage() {
  const { t } = useTranslation('repairs')
  return <Repairs title={t($ => $.mine)} empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }} />
}
MyRepairsPage.readAhead = listReadAhead(repairs.list, FILTERS)

/** `/device-maintain/repair/admin-list`: customers' repairs, late ones first, then open ones by age. */
export function RepairsPage() {
  const { t } = useTranslation('repairs')
  return <Repairs title={t($ => $.title)} empty={{ title: t($ => $.noneTitle), says: t($ => $.noneSays) }} />
}
RepairsPage.readAhead = listReadAhead(repairs.list, FILTERS)

function Repairs({ title, empty }: { title: string; empty: { title: string; says: string } }) {
  const { t } = useTranslation('repairs')
  const { search, setSearch } = useScreen()
  const list = useList(repairs.list, FILTERS, { counts: repairs.counts })
  const opened = useOpened(list, 'id')
  const { before, after, chips, waited } = useTickets<Repair>(repairStandings, markOfRepair)
  const customers = useCustomerFilter()
  const made = useMadeFilter(list)
  const mayRead = useMayCall(repairs.get)
  const mayApply = useMayCall(repairs.create)
  const doesAnyWait = useWaiting(each => each.repairs.length > 0)
  const isUnanswered = list.error instanceof CallError && list.error.status === 0 && list.readAt === 0
  const columns: Column<Repair>[] = [
    {
      key: 'title',
      title: t($ => $.repair),
      width: 260,
      render: ({ title, number }) => <RecordCell about={title} number={number} />,
    },
    ...before,
    {
      key: 'expectedOn',
      title: t($ => $.wanted),
      atEnd: true,
      render: ({ expectedOn, standing, timeZone }) =>
        standing === 'finished' || standing === 'cancelled' ? (
          '—'
        ) : (
          <NearDate on={expectedOn} soon={3} timeZone={timeZone} />
        ),
    },
    ...after,
  ]
  const waiting = doesAnyWait && <WaitingRepairs />
  const form = search.new !== undefined && mayApply && (
    <RepairForm
      search={search}
      close={() => setSearch(NOT_BEGUN)}
      open={id => setSearch({ ...NOT_BEGUN, id })}
    />
  )
  // The forms stand beside both, so that their input survives retries of reaching the server.
  return (
    <ListDialogs>
      {isUnanswered ? (
        <div className="page repair-unanswered">
          <div className="list-head">
            <h1>{title}</h1>
            {mayApply && (
              <Button type="primary" onClick={() => setSearch({ new: '1' }, { push: true })}>
                {t($ => $.apply)}
              </Button>
            )}
          </div>
          {waiting}
          <SeenRepairs error={list.error} retry={list.refetch} />
        </div>
      ) : (
        <ListPage
          list={list}
          title={title}
          says={count => t($ => $.says, { count })}
          searchHint={t($ => $.searchHint)}
          chips={chips}
          filters={[...customers, waited, ...made]}
          columns={columns}
          excel={repairs}
          create={{
            label: t($ => $.apply),
            endpoint: repairs.create,
            run: () => setSearch({ new: '1' }, { push: true }),
          }}
          actions={row => <Actions row={row} />}
          empty={empty}
          {...(mayRead && {
            detail: {
              opened,
              show: id => (
                <RepairPanel id={id} opened={opened} known={list.rows.find(row => row.id === id)} />
              ),
            },
          })}
        >
          {waiting}
        </ListPage>
      )}
      {form}
    </ListDialogs>
  )
}

/** In the list only the due step; the rest is in the detail. */
function Actions({ row }: { row: Repair }) {
  const steps = useSteps(repairs, repairSteps)
  return (
    <RowActions
      name={row.number}
      actions={steps(row, ['accept', 'plan', 'finish', 'phone', 'note', 'cancel'])}
    />
  )
}
