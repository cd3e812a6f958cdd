import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useNoticeable } from '../page-skeleton.tsx'
import type { Column } from './column.ts'
import { RowOpener } from './rows.tsx'
import type { Selection } from './selection.ts'
import type { List } from './use-list.ts'
import type { Opener } from './use-opened.ts'
import './cards.css'

interface Props<T> {
  list: List<T>
  columns: readonly Column<T>[]
  actions: ((row: T) => ReactNode) | undefined
  selection: Selection<T> | undefined
  opened: Opener | undefined
}

/** Rows on a phone. A long press selects one. */
export function Cards<T extends { id: string }>({ list, columns, actions, selection, opened }: Props<T>) {
  if (list.isLoading) return <WaitingCards />
  return (
    <ul className="data-cards">
      {list.rows.map(row => (
        <li
          key={row.id}
          data-picked={selection?.has(row) || undefined}
          onContextMenu={event => {
            if (!selection) return
            event.preventDefault()
            selection.toggle(row)
          }}
        >
          <Card row={row} columns={columns} opened={opened} />
          {actions && <div className="data-card-foot">{actions(row)}</div>}
        </li>
      ))}
    </ul>
  )
}

function WaitingCards() {
  return useNoticeable() ? <Skeleton active paragraph={{ rows: 10 }} style={{ padding: 14 }} /> : null
}

interface CardProps<T> {
  row: T
  columns: readonly Column<T>[]
  opened: Opener | undefined
}

function Card<T extends { id: string }>({ row, columns, opened }: CardProps<T>) {
  const [name, ...rest] = columns
  const placed = (place: Column<T>['card']) => rest.filter(({ card }) => card === place)
  const isPlaced = rest.some(({ card }) => card !== undefined)
  const lines = placed('line').flatMap(({ key, render }) => {
    const shown = render(row)
    return shown === null || shown === '—' ? [] : [<span key={key}>{shown}</span>]
  })
  return (
    <>
      <div className="data-card-head">
        <span className="data-card-name">
          {opened ? <RowOpener opened={opened} row={row} name={name?.render(row)} /> : name?.render(row)}
        </span>
        {placed('state').map(({ key, render }) => (
          <span key={key}>{render(row)}</span>
        ))}
      </div>
      {lines.length > 0 && <p className="data-card-line">{lines}</p>}
      {placed('note').map(({ key, render }) => (
        <div key={key} className="data-card-note">
          {render(row)}
        </div>
      ))}
      {!isPlaced && (
        <dl>
          {rest.map(({ key, title, render }) => (
            <div key={key}>
              <dt>{title}</dt>
              <dd>{render(row)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
