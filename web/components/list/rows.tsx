import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNoticeable } from '../page-skeleton.tsx'
import type { Column } from './column.ts'
import type { Selection } from './selection.ts'
import type { List } from './use-list.ts'
import type { Opener } from './use-opened.ts'

interface Props<T> {
  list: List<T>
  columns: readonly Column<T>[]
  actions: ((row: T) => ReactNode) | undefined
  selection: Selection<T> | undefined
  opened: Opener | undefined
  /** Shown in place of the rows, below the header. */
  instead: ReactNode
}

/** The table: header and pager stay, only rows scroll. */
export function Rows<T extends { id: string }>(props: Props<T>) {
  const { list, columns, actions, selection, opened, instead } = props
  const { t } = useTranslation('components')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
    <section className="data-scroll" tabIndex={0} aria-label={t($ => $.rowsLabel)}>
      <table>
        <thead>
          <tr>
            {selection && <PickAll list={list} selection={selection} />}
            {columns.map(column => (
              <Heading key={column.key} list={list} column={column} />
            ))}
            {actions && (
              <th scope="col" className="data-actions">
                <span className="visually-hidden">{t($ => $.actions)}</span>
              </th>
            )}
          </tr>
        </thead>
        {!instead && (
          <tbody>
            {list.isLoading ? (
              <Waiting
                columns={columns.length + Number(actions !== undefined) + Number(selection !== undefined)}
              />
            ) : (
              list.rows.map(row => (
                <Row
                  key={row.id}
                  row={row}
                  columns={columns}
                  actions={actions}
                  selection={selection}
                  opened={opened}
                />
              ))
            )}
          </tbody>
        )}
      </table>
      {instead}
    </section>
  )
}

type RowProps<T> = Pick<Props<T>, 'columns' | 'actions' | 'selection' | 'opened'> & { row: T }

function Row<T extends { id: string }>({ row, columns, actions, selection, opened }: RowProps<T>) {
  const { t } = useTranslation('components')
  const picked = selection?.has(row)
  return (
    <tr data-picked={picked || undefined} data-current={opened?.id === row.id || undefined}>
      {selection && (
        <td className="data-pick">
          <input
            className="data-tick"
            type="checkbox"
            aria-label={t($ => $.pickRow)}
            checked={picked}
            onChange={() => selection.toggle(row)}
          />
        </td>
      )}
      {columns.map(({ key, render, atEnd }, i) => (
        <td key={key} data-end={atEnd || undefined}>
          {i === 0 && opened ? <RowOpener opened={opened} row={row} name={render(row)} /> : render(row)}
        </td>
      ))}
      {actions && <td className="data-actions">{actions(row)}</td>}
    </tr>
  )
}

/** The name of a row that opens. */
export const RowOpener = ({
  opened,
  row,
  name,
}: {
  opened: Opener
  row: { id: string }
  name: ReactNode
}) => (
  <button
    type="button"
    className="row-opener"
    aria-current={opened.id === row.id}
    onClick={() => opened.open(row.id)}
  >
    {name}
  </button>
)

function PickAll<T extends { id: string }>({ list, selection }: { list: List<T>; selection: Selection<T> }) {
  const { t } = useTranslation('components')
  const picked = list.rows.filter(row => selection.has(row)).length
  const all = picked > 0 && picked === list.rows.length
  return (
    <th scope="col" className="data-pick">
      <input
        className="data-tick"
        type="checkbox"
        aria-label={t($ => $.pickAll)}
        ref={box => {
          if (box) box.indeterminate = picked > 0 && !all
        }}
        checked={all}
        onChange={() => selection.set(list.rows, !all)}
      />
    </th>
  )
}

function Heading<T>({ list, column }: { list: List<T>; column: Column<T> }) {
  const { title, sort, atEnd, width } = column
  const order = !sort
    ? null
    : list.sort === sort
      ? 'ascending'
      : list.sort === `-${sort}`
        ? 'descending'
        : 'none'
  const style = width === undefined ? undefined : { width }
  if (!sort)
    return (
      <th scope="col" data-end={atEnd || undefined} style={style}>
        {title}
      </th>
    )
  const next = order === 'none' ? sort : order === 'ascending' ? `-${sort}` : undefined
  return (
    <th scope="col" data-end={atEnd || undefined} style={style} aria-sort={order ?? undefined}>
      <button type="button" onClick={() => list.setSort(next)}>
        {title}
        {order === 'descending' ? <ArrowDown size={14} aria-hidden /> : <ArrowUp size={14} aria-hidden />}
      </button>
    </th>
  )
}

/** Bars in place of the values, once the wait is noticeable; rows keep their height before. */
function Waiting({ columns }: { columns: number }) {
  const shown = useNoticeable()
  return Array.from({ length: 12 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bars are all the same
    <tr key={row} className="data-waiting">
      {Array.from({ length: columns }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={cell}>{shown && <i style={{ width: `${40 + ((row * 7 + cell * 13) % 4) * 14}%` }} />}</td>
      ))}
    </tr>
  ))
}
