import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  analysis,
  type CustomerMove,
  type MovedCustomer,
  type OrderedGood,
  type UsedDevice,
} from '#shared/contracts/analysis.ts'
import { customerScreens } from '#shared/customers.ts'
import { dateOf } from '#shared/dates.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { dateIn } from '#shared/zone-time.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { numberText } from '#web/components/number-text.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { BehindLink } from './behind-link.tsx'
import { useCard } from './use-card.ts'
import { usePeriod } from './use-period.ts'

interface Page<R> {
  total: number
  items: R[]
  /** The first day with data, if not every day has any. */
  since?: string | null
}

const HOUR_S = 3_600

/** The pages of rows loaded so far, for the period in the address. */
function useRows<R>(key: readonly string[], read: (page: number) => Promise<Page<R>>) {
  const { asked } = usePeriod()
  return useInfiniteQuery({
    queryKey: [...key, asked],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => pages.length + 1,
  })
}

/** The customers that joined, became formal or left in the period. */
export function CustomerRows({ move }: { move: CustomerMove }) {
  const { t } = useTranslation('analysis')
  const { asked } = usePeriod()
  const card = useCard('customers')?.data
  const counted = card?.lines.find(({ key }) => key === move)?.now ?? 0
  const found = useRows<MovedCustomer>([analysis.movedCustomers.path, move], page =>
    call(analysis.movedCustomers, { query: { ...asked, move, page } }),
  )
  const total = found.data?.pages[0]?.total ?? counted
  return (
    <Rows
      found={found}
      heads={[t($ => $.rows.customer), t($ => $.rows.at)]}
      sayTotal={count => t($ => $.rows.total, { count })}
      keyOf={idAt}
      says={total < counted ? t($ => $.rows.hidden) : undefined}
    >
      {({ name, stage, id, isDeleted, at }) => (
        <>
          <td>
            {isDeleted ? (
              <>
                {name} <small>{t($ => $.rows.deleted)}</small>
              </>
            ) : (
              <BehindLink to={{ href: hrefOf(customerScreens[stage], { id }) }} otherwise={name}>
                {name}
              </BehindLink>
            )}
          </td>
          <Day at={at} zone={card?.timeZone} />
        </>
      )}
    </Rows>
  )
}

/** The period's orders containing a good. */
export function GoodRows({ good }: { good: string }) {
  const { t } = useTranslation('analysis')
  const reader = useReader()
  const { asked } = usePeriod()
  const found = useRows<OrderedGood>([analysis.orderedGoods.path, good], page =>
    call(analysis.orderedGoods, { query: { ...asked, good, page } }),
  )
  const zone = useCard('orders')?.data?.timeZone
  const heads = [t($ => $.rows.order), t($ => $.rows.customer), t($ => $.rows.at), t($ => $.rows.pieces)]
  return (
    <Rows found={found} heads={heads} sayTotal={count => t($ => $.orders.priced, { count })} keyOf={idAt}>
      {({ id, number, name, at, pieces }) => (
        <>
          <td className="num">
            <BehindLink to={{ href: hrefOf(paths.orders, { id }) }} otherwise={number}>
              {number}
            </BehindLink>
          </td>
          <td>{name}</td>
          <Day at={at} zone={zone} />
          <td className="num">{numberText(pieces, 0, reader)}</td>
        </>
      )}
    </Rows>
  )
}

/** Devices in use in the period, those offline longest first. */
export function DeviceRows() {
  const { t } = useTranslation('analysis')
  const reader = useReader()
  const { asked } = usePeriod()
  const from = useCard('devices')?.data?.from
  const found = useRows<UsedDevice>([analysis.usedDevices.path], page =>
    call(analysis.usedDevices, { query: { ...asked, page } }),
  )
  const since = found.data?.pages[0]?.since
  const isLater = from !== undefined && since && since > from
  const heads = [
    t($ => $.rows.device),
    t($ => $.rows.customer),
    t($ => $.rows.offline),
    t($ => $.rows.ofTheTime),
  ]
  return (
    <Rows
      found={found}
      heads={heads}
      sayTotal={count => t($ => $.rows.used, { count })}
      keyOf={(_, place) => String(place)}
      says={isLater ? t($ => $.devices.since, { day: dateOf(since, reader.language) }) : undefined}
    >
      {({ device, customer, known, online }) => (
        <>
          <td>
            {!device ? (
              t($ => $.rows.elsewhere)
            ) : device.isDeleted ? (
              <>
                {device.name} <small>{t($ => $.rows.deleted)}</small>
              </>
            ) : (
              <BehindLink to={{ href: hrefOf(paths.devices, { id: device.id }) }} otherwise={device.name}>
                {device.name}
              </BehindLink>
            )}
          </td>
          <td>{customer ?? t($ => $.rows.own)}</td>
          <td className="num">
            {t($ => $.tickets.hours, { hours: numberText((known - online) / HOUR_S, 1, reader) })}
          </td>
          <td className="num">{`${numberText((100 * online) / known, 1, reader)}\u202f%`}</td>
        </>
      )}
    </Rows>
  )
}

/** By the provider's calendar, as counted. */
function Day({ at, zone = 'UTC' }: { at: string; zone: string | undefined }) {
  const { language } = useReader()
  return <td className="num">{dateOf(dateIn(zone, Date.parse(at)), language)}</td>
}

interface RowsProps<R> {
  found: UseInfiniteQueryResult<InfiniteData<Page<R>>>
  heads: readonly string[]
  sayTotal: (total: number) => string
  /** A new row shifts the others between pages; duplicates are shown once. */
  keyOf: (row: R, place: number) => string
  says?: string | undefined
  children: (row: R) => ReactNode
}

const idAt = ({ id, at }: { id: string; at: string }) => `${id} ${at}`

function Rows<R>({ found, heads, sayTotal, keyOf, says, children }: RowsProps<R>) {
  const { t } = useTranslation('analysis')
  const { data, error, refetch, fetchNextPage, isFetchingNextPage } = found
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  const total = data.pages[0]?.total ?? 0
  const rows = new Map(data.pages.flatMap(({ items }) => items).map((row, place) => [keyOf(row, place), row]))
  return (
    <div className="trend-page">
      <p className="caption num">{sayTotal(total)}</p>
      {says && <p className="caption">{says}</p>}
      {rows.size > 0 && (
        <table className="trend-rows">
          <thead>
            <tr>
              {heads.map(head => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...rows].map(([key, row]) => (
              <tr key={key}>{children(row)}</tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.size < total && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t($ => $.rows.more)} · {t($ => $.rows.some, { shown: rows.size, total })}
        </Button>
      )}
    </div>
  )
}
