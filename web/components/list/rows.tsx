import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNoticeable } from '../page-skeleton.tsx'
import type { Column } from './column.ts'
import type { Selection } from './selection.ts'
import type { List } from './use-list.ts'
import type { Opener } from './use-opened.ts'
import { useRoom } from './use-room.ts'

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
  const { list, actions, selection, opened, instead } = props
  const { t } = useTranslation('components')
  const isBeside = opened?.id !== undefined
  const { place, shown: columns, leftOut, hidden } = useRoom(props.columns, list.rows, isBeside)
  const hasCorner = actions !== undefined || isBeside || hidden !== null
  return (
    <section
      ref={place}
      className="data-scroll"
      data-hidden={hidden ?? undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
      tabIndex={0}
      aria-label={t($ => $.rowsLabel)}
    >
      <table>
        <thead>
          <tr>
            {selection && <PickAll list={list} selection={selection} />}
            {columns.map(column => (
              <Heading key={column.key} list={list} column={column} />
            ))}
            {hasCorner && (
              <th scope="col" className="data-actions">
                {actions && <span className="visually-hidden">{t($ => $.actions)}</span>}
                {hidden ? (
                  <Onward hidden={hidden} scroll={left => place.current?.scrollTo({ left })} />
                ) : (
                  <LeftOut titles={leftOut.map(({ title }) => title)} close={() => opened?.close?.()} />
                )}
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

/** Says that columns are hidden at one side of a table that scrolls, and shows them. */
function Onward({ hidden, scroll }: { hidden: 'right' | 'left'; scroll: (left: number) => void }) {
  const { t } = useTranslation('components')
  const label = t($ => $.hiddenColumns[hidden])
  return (
    <button
      type="button"
      className="data-corner"
      aria-label={label}
      title={label}
      onClick={() => scroll(hidden === 'right' ? Number.MAX_SAFE_INTEGER : 0)}
    >
      {hidden === 'right' ? <ChevronRight size={16} aria-hidden /> : <ChevronLeft size={16} aria-hidden />}
    </button>
  )
}

/** Says which columns have no room beside the open row, and brings them back by closing it. */
function LeftOut({ titles, close }: { titles: readonly string[]; close: () => void }) {
  const { t } = useTranslation('components')
  if (titles.length === 0) return null
  const label = t($ => $.leftOutColumns, { count: titles.length, names: titles.join(', ') })
  return (
    <button type="button" className="data-corner num" aria-label={label} title={label} onClick={close}>
      +{titles.length}
    </button>
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
  const { key, title, sort, atEnd, width } = column
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
      <th scope="col" data-column={key} data-end={atEnd || undefined} style={style}>
        {title}
      </th>
    )
  const next = order === 'none' ? sort : order === 'ascending' ? `-${sort}` : undefined
  return (
    <th
      scope="col"
      data-column={key}
      data-end={atEnd || undefined}
      style={style}
      aria-sort={order ?? undefined}
    >
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
