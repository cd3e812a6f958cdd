import { Button, Pagination, Skeleton, Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadProblem } from '../load-problem.tsx'
import { useIsPhone } from '../use-phone.ts'
import type { List } from './use-list.ts'
import './data-table.css'

export interface Column<T> {
  key: string
  title: string
  render: (row: T) => ReactNode
  /** Numbers and dates stand at the right. */
  atEnd?: boolean
  /** Field the server sorts by. */
  sort?: string
  width?: number
}

interface Props<T> {
  list: List<T>
  /** The first is the row's name, and the title of its card on phones. */
  columns: readonly Column<T>[]
  /** What one can do with a row; the last column, the foot of a card. */
  actions?: (row: T) => ReactNode
  /** What to do when there is nothing at all. */
  empty: ReactNode
}

/** Rows of a list: a table, cards on phones, with its own loading, empty and error states. */
export function DataTable<T extends { id: string }>({ list, columns, actions, empty }: Props<T>) {
  const phone = useIsPhone()
  if (list.error && list.rows.length === 0)
    return (
      <div className="card data-table">
        <LoadProblem error={list.error} retry={list.refetch} />
      </div>
    )
  if (!list.isLoading && list.rows.length === 0)
    return (
      <div className="card data-table">
        {Object.keys(list.filters).length > 0 || list.page > 1 ? <NoMatch list={list} /> : empty}
      </div>
    )
  return (
    <div className="card data-table" aria-busy={list.isFetching}>
      {phone ? <Cards {...{ list, columns, actions }} /> : <Rows {...{ list, columns, actions }} />}
      {list.total > 0 && <Pager list={list} phone={phone} />}
    </div>
  )
}

function Rows<T extends { id: string }>({ list, columns, actions }: Omit<Props<T>, 'empty'>) {
  const shown: TableColumnsType<T> = columns.map(({ key, title, render, atEnd, sort, width }) => ({
    key,
    title,
    render: (_, row) => render(row),
    ...(width === undefined ? {} : { width }),
    ...(atEnd ? { align: 'right' as const } : {}),
    ...(sort ? { sorter: true, sortOrder: orderOf(list.sort, sort) } : {}),
  }))
  if (actions) shown.push({ key: 'actions', align: 'right', render: (_, row) => actions(row) })
  const waiting = list.isLoading
  return (
    <Table<T>
      rowKey="id"
      size="small"
      columns={waiting ? columns.map(({ key, title }) => ({ key, title, render: () => <Bar /> })) : shown}
      dataSource={
        waiting ? (Array.from({ length: 8 }, (_, i) => ({ id: String(i) })) as T[]) : [...list.rows]
      }
      pagination={false}
      scroll={{ x: 'max-content' }}
      showSorterTooltip={false}
      onChange={(_, __, sorter) => {
        if (Array.isArray(sorter)) return
        const field = columns.find(({ key }) => key === sorter.columnKey)?.sort
        list.setSort(field && sorter.order ? `${sorter.order === 'descend' ? '-' : ''}${field}` : undefined)
      }}
    />
  )
}

const Bar = () => <Skeleton.Input active size="small" style={{ height: 14, minWidth: 60, width: '70%' }} />

const orderOf = (asked: string | undefined, field: string) =>
  asked === field ? 'ascend' : asked === `-${field}` ? 'descend' : null

function Cards<T extends { id: string }>({ list, columns, actions }: Omit<Props<T>, 'empty'>) {
  const [name, ...rest] = columns
  if (list.isLoading) return <Skeleton active paragraph={{ rows: 8 }} style={{ padding: 14 }} />
  return (
    <ul className="data-cards">
      {list.rows.map(row => (
        <li key={row.id}>
          <div className="data-card-name">{name?.render(row)}</div>
          <dl>
            {rest.map(({ key, title, render }) => (
              <div key={key}>
                <dt>{title}</dt>
                <dd>{render(row)}</dd>
              </div>
            ))}
          </dl>
          {actions?.(row)}
        </li>
      ))}
    </ul>
  )
}

function NoMatch<T>({ list }: { list: List<T> }) {
  const { t } = useTranslation('components')
  const clear = () =>
    list.setFilter(Object.fromEntries(Object.keys(list.filters).map(name => [name, undefined])))
  return (
    <div className="empty-list">
      <strong>{t($ => $.noMatch)}</strong>
      <Button onClick={clear}>{t($ => $.clearFilters)}</Button>
    </div>
  )
}

function Pager<T>({ list, phone }: { list: List<T>; phone: boolean }) {
  const { t } = useTranslation('components')
  const from = (list.page - 1) * list.size + 1
  return (
    <div className="data-pager">
      <span className="num">
        {t($ => $.rows, { from, to: from + list.rows.length - 1, total: list.total.toLocaleString() })}
      </span>
      <Pagination
        size="small"
        simple={phone}
        current={list.page}
        pageSize={list.size}
        total={list.total}
        showSizeChanger={!phone && list.total > 10}
        pageSizeOptions={[10, 20, 50, 100]}
        onChange={list.setPage}
      />
    </div>
  )
}
