import { Button } from 'antd'
import { ChevronDown, ChevronUp, Columns3, GripVertical, Pin, RotateCcw } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { arranged, type RowHeight, rowHeights } from '#web/data/list-view.ts'
import { useListView } from '#web/data/list-views.ts'
import { PopoverButton } from '../popover-button.tsx'
import type { Column } from './column.ts'
import type { List } from './use-list.ts'
import './columns-popover.css'

interface Props<T> {
  list: Pick<List<T>, 'name'>
  columns: readonly Column<T>[]
}

/** Which columns show, in which order, and the row height. */
export function ColumnsButton<T>({ list, columns }: Props<T>) {
  const { t } = useTranslation('components')
  return (
    <PopoverButton
      button={
        <button
          type="button"
          className="filter-button filter-columns"
          aria-label={t($ => $.columns)}
          title={t($ => $.columns)}
        >
          <Columns3 size={16} strokeWidth={1.75} aria-hidden />
        </button>
      }
      content={() => (
        <Arranging name={list.name} title={t($ => $.columns)} parts={columns}>
          <Height name={list.name} />
        </Arranging>
      )}
    />
  )
}

interface ArrangingProps {
  /** Key under which the arrangement is kept for the user: the list's path, or the page's. */
  name: string
  title: string
  /** In the default order; the first keeps its place and always shows. */
  parts: readonly { key: string; title: string; isExtra?: boolean }[]
  children?: ReactNode
}

/** Chooses which parts a user sees and in which order, by mouse, keyboard or touch. */
export function Arranging({ name, title, parts, children }: ArrangingProps) {
  const { t } = useTranslation('components')
  const [view, change] = useListView(name)
  const [dragged, setDragged] = useState<string | null>(null)
  const all = arranged(parts, view)
  const keys = all.map(({ column }) => column.key)
  const move = (key: string, to: number) => {
    const without = keys.filter(other => other !== key)
    // The name keeps the first place.
    without.splice(Math.max(to, 1), 0, key)
    change({ order: without })
  }
  return (
    <section className="columns" aria-label={title}>
      <div className="columns-head row">
        <strong>{title}</strong>
        <span className="caption num">
          {t($ => $.columnsShown, { shown: all.filter(({ isShown }) => isShown).length, all: all.length })}
        </span>
        <Button
          type="link"
          size="small"
          icon={<RotateCcw size={14} aria-hidden />}
          onClick={() => change(null)}
        >
          {t($ => $.resetColumns)}
        </Button>
      </div>
      <ul>
        {all.map(({ column, isShown }, i) => (
          <ColumnItem
            key={column.key}
            title={column.title}
            isShown={isShown}
            isName={i === 0}
            isLast={i === all.length - 1}
            show={shown => change({ shown: { ...view.shown, [column.key]: shown } })}
            move={step => move(column.key, i + step)}
            drag={{
              onDragStart: () => setDragged(column.key),
              onDragOver: event => event.preventDefault(),
              onDrop: () => dragged && dragged !== column.key && move(dragged, i),
            }}
          />
        ))}
      </ul>
      {children}
    </section>
  )
}

interface ItemProps {
  title: string
  isShown: boolean
  isName: boolean
  isLast: boolean
  show: (shown: boolean) => void
  move: (step: -1 | 1) => void
  drag: { onDragStart: () => void; onDragOver: (event: DragEvent) => void; onDrop: () => void }
}

function ColumnItem({ title, isShown, isName, isLast, show, move, drag }: ItemProps) {
  const { t } = useTranslation('components')
  return (
    <li draggable={!isName} {...drag}>
      {isName ? <Pin size={14} aria-hidden /> : <GripVertical size={14} aria-hidden />}
      <label>
        <input
          className="data-tick"
          type="checkbox"
          checked={isShown}
          disabled={isName}
          onChange={event => show(event.target.checked)}
        />
        {title}
      </label>
      {isName ? (
        <span className="caption">{t($ => $.always)}</span>
      ) : (
        <span className="columns-move">
          <button
            type="button"
            className="inner-button"
            aria-label={t($ => $.moveUp, { title })}
            onClick={() => move(-1)}
          >
            <ChevronUp size={14} aria-hidden />
          </button>
          <button
            type="button"
            className="inner-button"
            aria-label={t($ => $.moveDown, { title })}
            disabled={isLast}
            onClick={() => move(1)}
          >
            <ChevronDown size={14} aria-hidden />
          </button>
        </span>
      )}
    </li>
  )
}

function Height({ name }: { name: string }) {
  const { t } = useTranslation('components')
  const [{ height }, change] = useListView(name)
  return (
    <fieldset className="columns-height">
      <legend>{t($ => $.rowHeight)}</legend>
      <div className="choice">
        {(Object.keys(rowHeights) as RowHeight[]).map(each => (
          <button
            key={each}
            type="button"
            aria-pressed={each === height}
            onClick={() => change({ height: each })}
          >
            {t($ => $.rowHeights[each])}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
