import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sayProblem } from '#shared/signals.ts'
import { useIsPhone } from '#web/components/use-phone.ts'
import { useReader } from '#web/data/preferences.ts'
import { cellUnit, kindOf } from './cell-value.ts'
import { useEditing } from './editing.ts'
import type { SettingRow, SettingTable as Table } from './layout.ts'
import { RowState } from './row-state.tsx'
import { SettingCell } from './setting-cell.tsx'
import { type BlockRefusal, moveFocus, pasteInto, settingAt } from './spreadsheet.ts'

export interface Computed {
  key: string
  title: string
  unit: string
  /** The row's computed value; null if it cannot be computed. */
  of: (row: SettingRow) => string | null
}

export interface Instead {
  columns: readonly [said: string, empty: string]
  says: string
}

/** Columns of a table that a phone can show whole, and that stands in parts if it is long. */
const SHORT = 2
const WIDE = 9
/** Rows of a short table, and the parts it stands in with more. */
const PART_ROWS = 12
const PARTS = 3

export interface TableProps {
  table: Table
  title: string
  /** The row in effect now. */
  current?: string | undefined
  /** The rows are points by day of age: their first column, the day, is the head of each. */
  isByDay?: boolean
  computed?: readonly Computed[]
  /** What a row says in place of two columns whose settings mean nothing in it: their keys, and the text. */
  instead?: ((row: SettingRow) => Instead | null) | undefined
  /** An action for a row, beside it. */
  action?: (row: SettingRow) => ReactNode
}

/** Repeating settings as rows; on a phone one row at a time. */
export function SettingTable(props: TableProps) {
  const isShort = props.table.columns.length <= SHORT
  return useIsPhone() && !isShort ? <OneRow {...props} /> : <Matrix {...props} />
}

function Matrix(props: TableProps) {
  const { table, title } = props
  const reader = useReader()
  const { t } = useTranslation('settings')
  const { type, forget } = useEditing()
  const [refusal, refuse] = useState<BlockRefusal | null>(null)
  const isPhone = useIsPhone()
  const { language } = reader
  const { rows, columns } = table
  const isShort = columns.length <= SHORT
  const size = isShort && !isPhone && rows.length > PART_ROWS ? Math.ceil(rows.length / PARTS) : rows.length
  const parts = Array.from({ length: Math.ceil(rows.length / size) }, (_, i) =>
    rows.slice(i * size, (i + 1) * size),
  )
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const name = event.key === 'Escape' ? settingAt(event.target) : null
    if (name) forget(name)
    moveFocus(event)
  }
  return (
    <fieldset
      className="setting-matrix"
      data-wide={columns.length >= WIDE || undefined}
      data-short={isShort || undefined}
      aria-label={title}
      onKeyDown={press}
      onPaste={event => pasteInto(event, table, reader, { type, refuse })}
    >
      {refusal && (
        <p className="setting-row-fault" role="alert">
          {refusal.signal.label[language]}:{' '}
          {t($ => $.blockTooLarge[refusal.side], { has: refusal.has, fits: refusal.fits })}
        </p>
      )}
      <div className="setting-parts">
        {parts.map(part => (
          <Part key={part[0]?.key} {...props} rows={part} />
        ))}
      </div>
    </fieldset>
  )
}

/** Rows of a table under its heads. */
function Part({ table, rows, current, isByDay = false, computed = [], instead, action }: PartProps) {
  const reader = useReader()
  const { language } = reader
  return (
    <table>
      <thead>
        <tr>
          {!isByDay && <th scope="col" className="visually-hidden-cell" />}
          {table.columns.map(({ key, label, signal }) => (
            <th
              key={key}
              scope="col"
              data-narrow={key.startsWith('FanGroupMode/') || undefined}
              data-day={(isByDay && key === 'Day') || undefined}
              data-kind={kindOf(signal)}
              title={label[language]}
            >
              {key.startsWith('FanGroupMode/') ? key.slice(-2).replace(/^0/, '') : label[language]}
              <small>{key.startsWith('FanGroupMode/') ? '' : cellUnit(signal, reader)}</small>
            </th>
          ))}
          {computed.map(({ key, title, unit }) => (
            <th key={key} scope="col" className="computed">
              {title}
              <small>{unit}</small>
            </th>
          ))}
          {action && <th scope="col" className="visually-hidden-cell" />}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Row
            key={row.key}
            row={row}
            isCurrent={row.key === current}
            isByDay={isByDay}
            computed={computed}
            instead={instead?.(row) ?? null}
            action={action?.(row)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface PartProps extends TableProps {
  rows: readonly SettingRow[]
}

interface RowProps {
  row: SettingRow
  isCurrent: boolean
  isByDay: boolean
  computed: readonly Computed[]
  instead: Instead | null
  action: ReactNode
}

function Row({ row, isCurrent, isByDay, computed, instead, action }: RowProps) {
  const { language } = useReader()
  const [day, ...others] = row.cells
  const head = isByDay && day
  return (
    <tr data-current={isCurrent || undefined}>
      <th scope="row" data-day={head ? true : undefined}>
        {head ? <SettingCell signal={head} /> : row.label[language]}
        {isCurrent && <Now isByDay={isByDay} />}
        <RowState row={row} />
      </th>
      {(head ? others : row.cells).map((signal, i) => {
        const place = instead?.columns.findIndex(key => signal?.name.endsWith(`/${key}`)) ?? -1
        if (place >= 0)
          return (
            <td key={signal?.name ?? i} className="setting-constant">
              {place === 0 && instead?.says}
            </td>
          )
        return <td key={signal?.name ?? i}>{signal ? <SettingCell signal={signal} /> : null}</td>
      })}
      {computed.map(({ key, of }) => (
        <td key={key} className="computed num">
          {of(row) ?? '–'}
        </td>
      ))}
      {action && <td>{action}</td>}
    </tr>
  )
}

/** Marks the row in effect. */
function Now({ isByDay }: { isByDay: boolean }) {
  const { t } = useTranslation('settings')
  return <span className="setting-now">{isByDay ? t($ => $.todayMark) : t($ => $.now)}</span>
}

/** One row with its cells stacked, and links to the neighbouring rows. */
function OneRow({ table, title, current, isByDay = false, computed = [], instead, action }: TableProps) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const { changed, problems } = useEditing()
  const { language } = reader
  const now = table.rows.findIndex(({ key }) => key === current)
  const [picked, setAt] = useState<number | null>(null)
  // The current row is known a moment after the rows; from then on the reader chooses.
  if (picked === null && now >= 0) setAt(now)
  const at = picked ?? 0
  const row = table.rows[Math.min(at, table.rows.length - 1)]
  if (!row) return null
  const said = instead?.(row) ?? null
  const isIn = (name: string) => row.cells.some(cell => cell?.name === name)
  const elsewhere = problems.find(
    ({ field }) => !isIn(field) && table.rows.some(({ cells }) => cells.some(cell => cell?.name === field)),
  )
  return (
    <section className="setting-row" aria-label={title}>
      <div className="setting-row-steps">
        <button
          type="button"
          aria-label={t($ => $.previous)}
          disabled={at === 0}
          onClick={() => setAt(at - 1)}
        >
          <ChevronLeft size={20} aria-hidden />
        </button>
        <strong aria-live="polite">
          {row.label[language]}
          {row.key === current && <Now isByDay={isByDay} />}
          <small className="num">
            {at + 1} / {table.rows.length}
          </small>
          <RowState row={row} />
        </strong>
        <button
          type="button"
          aria-label={t($ => $.next)}
          disabled={at >= table.rows.length - 1}
          onClick={() => setAt(at + 1)}
        >
          <ChevronRight size={20} aria-hidden />
        </button>
      </div>
      <div className="setting-row-dots" aria-hidden>
        {table.rows.map(each => (
          <i
            key={each.key}
            data-here={each === row || undefined}
            data-changed={each.cells.some(cell => cell && changed.includes(cell.name)) || undefined}
          />
        ))}
      </div>
      {elsewhere && <p className="setting-row-fault">{sayProblem(elsewhere, reader)}</p>}
      <ul>
        {row.cells.map((signal, i) => {
          const column = table.columns[i]
          if (!signal || !column || column.key === said?.columns[1]) return null
          const isSaid = column.key === said?.columns[0]
          return (
            <li key={signal.name}>
              <span>
                {column.label[language]} <small>{!isSaid && cellUnit(signal, reader)}</small>
              </span>
              {isSaid ? <span>{said?.says}</span> : <SettingCell signal={signal} isSingle />}
            </li>
          )
        })}
        {computed.map(({ key, title, unit, of }) => (
          <li key={key}>
            <span>
              {title} <small>{unit}</small>
            </span>
            <b className="num">{of(row) ?? '–'}</b>
          </li>
        ))}
      </ul>
      {action?.(row)}
    </section>
  )
}
