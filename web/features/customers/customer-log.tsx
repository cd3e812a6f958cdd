import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Search } from 'lucide-react'
import { Fragment, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Customer, type CustomerChange, contractOf } from '#shared/contracts/customers.ts'
import { type Changer, changers } from '#shared/customers.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { dayOf, momentOf } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { useLogWords } from './log-words.ts'
import '#web/components/plain-field.css'
import '#web/components/list/filter-bar.css'
import './customer-records.css'

/** Rows shown at first, and by each "more". */
const PAGE = 50

/** Who changed what of a customer, by day; nobody can change it. */
export function CustomerLog({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const { changes } = contractOf[customer.stage]
  const [by, setBy] = useState<Changer | undefined>()
  const [text, setText] = useState('')
  const [size, setSize] = useState(PAGE)
  const search = useDeferredValue(text.trim()) || undefined
  const query = { by, search, size: Math.min(size, 2 * PAGE), page: 1 }
  const { data, error, refetch } = useQuery({
    queryKey: [changes.path, customer.id, query],
    queryFn: () => call(changes, { params: { id: customer.id }, query }),
    placeholderData: keepPreviousData,
  })
  const zone = useSession(({ user }) => user?.timeZone)
  if (error) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  const { items, total, counts } = data
  return (
    <>
      <div className="customer-log-bar">
        <div className="plain-field search-field">
          <Search size={15} aria-hidden />
          <input
            type="text"
            aria-label={t($ => $.log.search)}
            placeholder={t($ => $.log.search)}
            maxLength={100}
            value={text}
            onChange={event => setText(event.target.value)}
          />
        </div>
        <Chips counts={counts} by={by} choose={setBy} />
      </div>
      {items.length === 0 ? (
        <p className="caption">{t($ => $.log.none)}</p>
      ) : (
        <Days items={items} customer={customer} />
      )}
      <div className="customer-log-foot caption">
        <span className="num">{t($ => $.log.foot, { shown: items.length, total, zone: zone ?? 'UTC' })}</span>
        {items.length < total && size < 2 * PAGE && (
          <Button size="small" onClick={() => setSize(size + PAGE)}>
            {t($ => $.log.more)}
          </Button>
        )}
      </div>
    </>
  )
}

interface ChipsProps {
  counts: Partial<Record<Changer, number>>
  by: Changer | undefined
  choose: (by: Changer | undefined) => void
}

function Chips({ counts, by, choose }: ChipsProps) {
  const { t } = useTranslation('customers')
  const { t: word } = useTranslation('components')
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const chips = [undefined, ...changers.filter(changer => counts[changer] || changer === by)]
  return (
    <fieldset className="filter-chips">
      <legend className="visually-hidden">{t($ => $.log.by)}</legend>
      {chips.map(changer => (
        <button
          key={changer ?? ''}
          type="button"
          aria-pressed={changer === by}
          onClick={() => choose(changer)}
        >
          {changer ? t($ => $.log.changers[changer]) : word($ => $.all)}{' '}
          <span className="num">{changer ? (counts[changer] ?? 0) : all}</span>
        </button>
      ))}
    </fieldset>
  )
}

function Days({ items, customer }: { items: readonly CustomerChange[]; customer: Customer }) {
  const { t } = useTranslation('customers')
  const language = usePreferences(({ language }) => language)
  const zone = useSession(({ user }) => user?.timeZone)
  const days = [...Map.groupBy(items, ({ at }) => dayOf(new Date(at), language, zone))]
  const today = dayOf(new Date(), language, zone)
  const heads = ['at', 'item', 'before', 'after', 'by'] as const
  return (
    <table className="customer-table customer-log">
      <thead>
        <tr>
          {heads.map(head => (
            <th key={head} scope="col">
              {t($ => $.log[head])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(([day, changes]) => (
          <Fragment key={day}>
            <tr className="customer-log-day">
              <th colSpan={heads.length} scope="colgroup">
                {day === today ? t($ => $.log.today, { day }) : day}
                <span className="caption num">{t($ => $.log.count, { count: changes.length })}</span>
              </th>
            </tr>
            {changes.map((change, i) => (
              <Change
                key={change.id}
                change={change}
                customer={customer}
                // A time is said once for what was changed together.
                isFirst={changes[i - 1]?.at !== change.at}
              />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

interface ChangeProps {
  change: CustomerChange
  customer: Customer
  isFirst: boolean
}

function Change({ change, customer, isFirst }: ChangeProps) {
  const { t } = useTranslation('customers')
  const language = usePreferences(({ language }) => language)
  const zone = useSession(({ user }) => user?.timeZone)
  const { itemOf, wordOf } = useLogWords(customer)
  const { at, item, before, after, by, actorName, actorRole } = change
  const empty = <span className="customer-log-empty">{t($ => $.log.empty)}</span>
  const clock = momentOf(new Date(at), language, zone).slice(-8)
  return (
    <tr>
      <td className="customer-log-at num">{isFirst && clock}</td>
      <td>{itemOf(item)}</td>
      <td>{before === null ? empty : <s>{wordOf(item, before)}</s>}</td>
      <td>{after === null ? empty : wordOf(item, after)}</td>
      <td className="customer-log-by" title={actorRole ?? undefined}>
        {actorName ?? t($ => $.log.changers.system)}
        {by !== 'staff' && by !== 'system' && (
          <span className="caption">, {t($ => $.log.changers[by]).toLowerCase()}</span>
        )}
      </td>
    </tr>
  )
}
