import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Download, Search } from 'lucide-react'
import { Fragment, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerChange } from '#shared/contracts/customer-records.ts'
import { type Customer, contractOf } from '#shared/contracts/customers.ts'
import { type Changer, changers } from '#shared/customers.ts'
import { dayOf, momentOf } from '#shared/dates.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { useExport } from '#web/components/excel/use-export.ts'
import { countOf } from '#web/components/list/use-list.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useZone } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useLogWords } from './log-words.ts'
import '#web/components/plain-field.css'
import '#web/components/list/filter-bar.css'
import './customer-records.css'

/** Rows read at a time. */
const PAGE = 50

const NONE = { total: 0, isMore: false, counts: {} }

/** Who changed what about a customer, by day; the log cannot be changed. */
export function CustomerLog({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const { t: word } = useTranslation('excel')
  const language = usePreferences(({ language }) => language)
  const { changes, exportChanges } = contractOf[customer.stage]
  const [by, setBy] = useState<Changer | undefined>()
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim()) || undefined
  const filter = { by, search }
  const params = { id: customer.id }
  const { data, error, refetch, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [changes.path, customer.id, filter],
    queryFn: ({ pageParam: page }) => call(changes, { params, query: { ...filter, page, size: PAGE } }),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => pages.length + 1,
    placeholderData: keepPreviousData,
  })
  const { start, busy } = useExport(exportChanges)
  const zone = useZone()
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  const [{ total, isMore, counts } = NONE] = data.pages
  // New rows shift the others between pages; duplicates are shown once.
  const items = [...new Map(data.pages.flatMap(({ items }) => items).map(item => [item.id, item])).values()]
  if (total === 0 && !by && !search) return <p className="caption">{t($ => $.log.never)}</p>
  return (
    <>
      <div className="customer-log-bar row wrap">
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
        <ActionButton
          endpoint={exportChanges}
          icon={<Download size={15} aria-hidden />}
          disabled={total === 0}
          loading={busy}
          onClick={() => void start({ params, body: filter })}
        >
          <span className="num">
            {word($ => $.exportCount, {
              number: countOf(total + Number(isMore), { isBounded: isMore }, language),
            })}
          </span>
        </ActionButton>
      </div>
      {items.length === 0 ? (
        <p className="caption">{t($ => $.log.none)}</p>
      ) : (
        <Days items={items} customer={customer} />
      )}
      <div className="customer-log-foot caption">
        <span className="num">
          {t($ => $.log[isMore ? 'footMore' : 'foot'], { shown: items.length, total, zone: zone })}
        </span>
        {items.length < total && (
          <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
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
    <fieldset className="filter-chips row wrap stretch gap-15">
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
  const zone = useZone()
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
                // Changes made together show their time once.
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
  const zone = useZone()
  const { itemOf, wordOf } = useLogWords(customer)
  const { at, item, before, after, by, actorName, actorRole } = change
  const empty = (
    <span className="customer-log-empty">
      {t($ => (item.endsWith('Until') ? $.consent.off : $.log.empty))}
    </span>
  )
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
