import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Customer } from '#shared/contracts/customers.ts'
import { countryName } from '#shared/countries.ts'
import { MAINTENANCE_SOON, type Stage } from '#shared/customers.ts'
import { BothNames } from '#web/components/both-names.tsx'
import type { Column } from '#web/components/list/column.ts'
import { createdColumn } from '#web/components/list/created-column.tsx'
import { NearDate, urgencyOf, useDaysUntil, useDistance } from '#web/components/near-date.tsx'
import { StateMark, StateWord } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { CustomerStatusWord } from './customer-status.tsx'
import './customer-list.css'

/** City and country, in the reader's order. */
export function usePlaceOf(): (customer: Pick<Customer, 'city' | 'country'>) => string {
  const language = usePreferences(({ language }) => language)
  return ({ city, country }) => {
    const name = country && countryName(country, language)
    const parts = language === 'zh-CN' ? [name, city] : [city, name]
    return parts.filter(Boolean).join(language === 'zh-CN' ? ' ' : ', ') || '—'
  }
}

/** The day a customer's contract or trial ends. */
export const endOf = ({ stage, contractEndsOn, trialEndsOn }: Customer) =>
  stage === 'formal' ? contractEndsOn : trialEndsOn
/** A trial is shorter than a contract's warning period. Days */
const SOON = { formal: 30, trial: 7 } as const

/** The columns of both lists, read at `readAt` (ms since 1970); `open` shows a customer in full. */
export function useCustomerColumns(
  stage: Stage,
  readAt: number,
  open: ((id: string) => void) | undefined,
): Column<Customer>[] {
  const { t } = useTranslation('customers')
  const isPhone = useIsPhone()
  const placeOf = usePlaceOf()
  const end = stage === 'formal' ? 'contractEndsOn' : 'trialEndsOn'
  const all: Column<Customer>[] = [
    {
      key: 'name',
      title: t($ => $.fields.name),
      sort: 'name',
      render: ({ id, name, chineseName, englishName }) => {
        const both = <BothNames chinese={chineseName} english={englishName} />
        const shown = isPhone ? name : both
        if (!open) return shown
        return (
          <button type="button" className="customer-name" onClick={() => open(id)}>
            {shown}
          </button>
        )
      },
    },
    {
      key: 'status',
      title: t($ => $.fields.status),
      sort: 'status',
      card: 'state',
      render: customer =>
        isPhone && customer.approval !== 'passed' ? (
          <Approval customer={customer} />
        ) : (
          <CustomerStatusWord customer={customer} readAt={readAt} />
        ),
    },
    {
      key: 'approval',
      title: t($ => $.fields.approval),
      sort: 'approval',
      render: customer => <Approval customer={customer} />,
    },
    {
      key: end,
      title: t($ => $.columns[end]),
      sort: end,
      atEnd: true,
      render: customer => <NearDate on={endOf(customer)} soon={SOON[stage]} timeZone={customer.timeZone} />,
    },
    {
      key: 'place',
      title: t($ => $.fields.place),
      sort: 'place',
      card: 'line',
      render: customer => placeOf(customer),
    },
    {
      key: 'houses',
      title: t($ => $.fields.houses),
      atEnd: true,
      card: 'line',
      render: ({ houses }) =>
        isPhone ? t($ => $.houseCount, { count: houses }) : <span className="num">{houses}</span>,
    },
    { key: 'ending', title: '', card: 'note', render: customer => <EndNote customer={customer} /> },
    { key: 'access', title: t($ => $.fields.access), render: customer => <Access customer={customer} /> },
    {
      key: 'nextMaintenanceOn',
      title: t($ => $.columns.nextMaintenanceOn),
      sort: 'nextMaintenanceOn',
      atEnd: true,
      render: ({ nextMaintenanceOn, timeZone }) => (
        <NearDate on={nextMaintenanceOn} soon={MAINTENANCE_SOON} timeZone={timeZone} />
      ),
    },
    ...useExtraColumns(),
  ]
  // What a card says in words about the end has no column.
  return all.filter(({ key }) => isPhone || key !== 'ending')
}

/** Columns hidden until the reader turns them on. */
function useExtraColumns(): Column<Customer>[] {
  const { t } = useTranslation('customers')
  const text = (key: 'contact' | 'phone' | 'email'): Column<Customer> => ({
    key,
    title: t($ => $.fields[key]),
    sort: key,
    isExtra: true,
    render: customer => customer[key] || '—',
  })
  return [
    {
      key: 'nextMaintenance',
      title: t($ => $.fields.nextMaintenance),
      isExtra: true,
      render: ({ nextMaintenance }) => nextMaintenance ?? '—',
    },
    {
      key: 'manager',
      title: t($ => $.fields.managerOfficeId),
      isExtra: true,
      render: ({ afterSaleServiceDepartmentName }) => afterSaleServiceDepartmentName ?? '—',
    },
    {
      key: 'managerName',
      title: t($ => $.fields.managerName),
      isExtra: true,
      render: ({ managerName }) => managerName ?? '—',
    },
    {
      key: 'agent',
      title: t($ => $.fields.agentId),
      isExtra: true,
      render: ({ agentName }) => agentName ?? '—',
    },
    text('contact'),
    text('phone'),
    text('email'),
    {
      key: 'agentEndsOn',
      title: t($ => $.fields.agentEndsOn),
      sort: 'agentEndsOn',
      isExtra: true,
      atEnd: true,
      render: ({ agentEndsOn }) => <NearDate on={agentEndsOn} />,
    },
    {
      key: 'lastActiveAt',
      title: t($ => $.fields.lastActiveAt),
      sort: 'lastActiveAt',
      isExtra: true,
      atEnd: true,
      render: ({ lastActiveAt }) => <Age at={lastActiveAt} />,
    },
    createdColumn(t($ => $.fields.createdAt)),
  ]
}

/** Approved is quiet: only pending and refused have a mark. */
export function Approval({ customer }: { customer: Customer }): ReactNode {
  const { t } = useTranslation('customers')
  const { approval } = customer
  const word = t($ => $.approvals[approval])
  if (approval === 'pending')
    return (
      <span className="customer-pending">
        <StateMark state="pending" /> {word}
      </span>
    )
  return approval === 'rejected' ? (
    <StateWord state="disabled">{word}</StateWord>
  ) : (
    <span className="caption">{word}</span>
  )
}

function Access({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const marks = [
    ['RC', customer.remoteControlUntil, t($ => $.fields.remoteControlUntil)],
    ['RA', customer.farmAccessUntil, t($ => $.fields.farmAccessUntil)],
  ] as const
  return (
    <span className="customer-access">
      {marks.map(([short, until, title]) => (
        <span
          key={short}
          title={`${title}: ${t($ => $.consent[until ? 'on' : 'off'])}`}
          data-on={until !== null}
        >
          {until ? <Check size={12} aria-hidden /> : <Minus size={12} aria-hidden />} {short}
          <span className="visually-hidden">{t($ => $.consent[until ? 'on' : 'off'])}</span>
        </span>
      ))}
    </span>
  )
}

/** On a card: what matters about the end. */
function EndNote({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const days = useDaysUntil(endOf(customer), customer.timeZone)
  const distance = useDistance()
  const { stage, approval, agentName } = customer
  if (approval === 'pending') return agentName ? t($ => $.appliedBy, { agent: agentName }) : t($ => $.waits)
  if (days === null) return null
  const urgency = urgencyOf(days, SOON[stage])
  const says = t($ => $.note[days < 0 ? 'ended' : 'ends'][stage], { distance: distance(days) })
  return (
    <span className="near-date" data-urgency={urgency ?? undefined}>
      <span>
        {urgency && <StateMark state={urgency} />} {says}
      </span>
    </span>
  )
}
