import { type ReactNode, useMemo } from 'react'
import { arranged, rowHeights } from '#web/data/list-view.ts'
import { useListView } from '#web/data/list-views.ts'
import { LoadProblem } from '../load-problem.tsx'
import { useIsPhone } from '../use-phone.ts'
import { Cards } from './cards.tsx'
import type { Column } from './column.ts'
import { NoMatch, StaleLine } from './list-states.tsx'
import { Pager } from './pager.tsx'
import { Rows } from './rows.tsx'
import type { Selection } from './selection.ts'
import type { List } from './use-list.ts'
import type { Opener } from './use-opened.ts'
import './data-table.css'

interface Props<T> {
  list: List<T>
  /** The first is the row's name, and the title of its card on phones. */
  columns: readonly Column<T>[]
  /** Actions of a row; the last column, the footer of a card. */
  actions?: ((row: T) => ReactNode) | undefined
  /** What to do when the list is empty. */
  empty: ReactNode
  /** Rows can be selected. */
  selection?: Selection<T> | undefined
  /** One line above the rows: active filters, actions for the selected rows. */
  strip?: ReactNode
  /** Rows open, beside the list or on a screen of their own. */
  opened?: Opener | undefined
  /** Shown once below the rows. */
  note?: string | undefined
  /** Label of a filter value, for naming the one that hides the rows. */
  labelOf?: ((name: string, value: string) => string) | undefined
}

/** Rows of a list: a table, or cards on phones. Its frame stays while it loads, fails, or is empty. */
export function DataTable<T extends { id: string }>(props: Props<T>) {
  const { list, columns, actions, empty, selection, strip, opened, note, labelOf = name => name } = props
  const phone = useIsPhone()
  const [view] = useListView(list.name)
  const shown = useMemo(
    () => arranged(columns, view).flatMap(({ column, isShown }) => (isShown ? [column] : [])),
    [columns, view],
  )
  const isFiltered = Object.keys(list.filters).length > 0 || list.page > 1
  const instead =
    list.error && list.rows.length === 0 ? (
      <LoadProblem error={list.error} retry={list.refetch} />
    ) : list.isLoading || list.rows.length > 0 ? null : isFiltered ? (
      <NoMatch list={list} labelOf={labelOf} />
    ) : (
      empty
    )
  return (
    <div
      className="card data-table"
      aria-busy={list.isFetching}
      style={{ '--row': `${rowHeights[view.height]}px` } as React.CSSProperties}
    >
      {strip}
      {list.error && list.rows.length > 0 && <StaleLine list={list} />}
      {phone ? (
        (instead ?? (
          <Cards list={list} columns={shown} actions={actions} selection={selection} opened={opened} />
        ))
      ) : (
        <Rows
          list={list}
          columns={shown}
          actions={actions}
          selection={selection}
          opened={opened}
          instead={instead}
        />
      )}
      {/* Below cards it comes with them: it would jump from where nothing was yet. */}
      {!instead && !(phone && list.isLoading) && <Pager list={list} phone={phone} note={note} />}
    </div>
  )
}
