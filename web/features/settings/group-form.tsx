import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type SettingsOfGroup, settings } from '#shared/contracts/settings.ts'
import { type SettingSignal, settingByName } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { cellUnit } from './cell-value.ts'
import { ChangedBy } from './changed-by.tsx'
import { EditingContext, useEditing } from './editing.ts'
import { GroupHelp } from './group-help.tsx'
import { groupTitle } from './group-title.ts'
import { HistoryCard } from './history-card.tsx'
import { type GroupLayout, layoutOf, type SettingTable as Table } from './layout.ts'
import { OtherHouses } from './other-houses.tsx'
import { OutsideSafe } from './outside-safe.tsx'
import { Partial } from './partial.tsx'
import { PointTable } from './point-table.tsx'
import { type Points, pointsOf } from './points.ts'
import { Returning } from './returning.tsx'
import { RowState } from './row-state.tsx'
import { SendBar } from './send-bar.tsx'
import { SettingCell } from './setting-cell.tsx'
import { SettingTable, type TableProps } from './setting-table.tsx'
import { type Editing, openIn, useDraft } from './use-group.ts'

interface Props {
  data: SettingsOfGroup
  /** The group's drawing, beside the tables of the form if there is room. */
  drawing?: (draft: Editing) => ReactNode
  /** Above the form. */
  above?: ((draft: Editing) => ReactNode) | undefined
  /** The row in effect now, and the computed columns. */
  rows?: (draft: Editing, table: Table) => Pick<TableProps, 'current' | 'computed' | 'instead'>
}

/** A group alone on its screen. */
export function GroupForm(props: Props) {
  const { data } = props
  const draft = useDraft(data)
  return <DraftedGroup {...props} draft={draft} ways={<OtherHouses groups={[{ data, draft }]} />} />
}

interface DraftedProps extends Props {
  draft: Editing
  /** Comparing and sharing with other houses. */
  ways?: ReactNode
}

/** The form of a group, built from the table of its settings: single ones, and repeating ones. */
export function DraftedGroup({ data, draft, ways, drawing, above, rows }: DraftedProps) {
  const { language } = useReader()
  const mayEdit = useMayCall(settings.send) && !openIn(data)
  const layout = useLayout(data)
  const title = groupTitle(data.group, language)
  const editing = useMemo(() => ({ ...draft, mayEdit, ...changesIn(data) }), [draft, mayEdit, data])
  const tableOf = (table: Table) => {
    const points: Points | undefined = pointsOf(table)
    return points ? (
      <PointTable table={table} title={title} points={points} age={data.house.age} />
    ) : (
      <SettingTable table={table} title={title} {...rows?.(draft, table)} />
    )
  }
  const tables = layout.tables.map(table => (
    <section key={table.key} className="card settings-card">
      <h2>{layout.tables.length > 1 ? nameOf(table, language) : title}</h2>
      {tableOf(table)}
    </section>
  ))
  return (
    <EditingContext value={editing}>
      <SendBar data={data} draft={draft} />
      <OutsideSafe risks={data.outside.filter(({ field }) => settingByName(field)?.group === data.group)} />
      <Returning data={data} draft={mayEdit ? draft : null} />
      {ways}
      {mayEdit && <Partial data={data} draft={draft} />}
      <GroupHelp group={data.group} />
      {above?.(draft)}
      {drawing ? (
        <div className="with-drawing">
          {drawing(draft)}
          {tables}
        </div>
      ) : (
        <div className="setting-tables">{tables}</div>
      )}
      {layout.singles.length > 0 && (
        <Singles signals={layout.singles} data={data} title={layout.tables.length > 0 ? null : title} />
      )}
      <HistoryCard data={data} draft={mayEdit ? draft : null} />
    </EditingContext>
  )
}

/** What happens to settings of this group. */
const changesIn = ({ open, last, group, held, house }: SettingsOfGroup) => ({
  changes: [...open.filter(change => change.group === group), ...(last ? [last] : [])],
  held,
  timeZone: house.timeZone,
})

/** What the rows of a table are: probes of one kind, inputs of one kind. */
const nameOf = ({ rows: [first] }: Table, language: Language) => first?.label[language].replace(/\s*\d+$/, '')

/** The layout changes only with the set of settings the controller has. */
function useLayout({ group, values }: SettingsOfGroup): GroupLayout {
  const names = Object.keys(values).toSorted().join(' ')
  return useMemo(() => {
    const known = new Set(names.split(' '))
    return layoutOf(group, name => known.has(name))
  }, [group, names])
}

interface SinglesProps {
  signals: readonly SettingSignal[]
  data: SettingsOfGroup
  /** Null beside tables of the same group. */
  title: string | null
}

function Singles({ signals, data, title }: SinglesProps) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const { changed } = useEditing()
  return (
    <section className="card settings-card">
      <h2>{title ?? t($ => $.further)}</h2>
      <ul className="setting-singles">
        {signals.map(signal => (
          <li key={signal.name} data-changed={changed.includes(signal.name) || undefined}>
            <span>
              {signal.label[reader.language]} <small>{cellUnit(signal, reader)}</small>
              <small className="setting-by">
                {/* Until when it holds is its state. */}
                <ChangedBy data={{ ...data, held: [] }} name={signal.name} />
              </small>
              <RowState row={{ key: signal.name, label: signal.label, cells: [signal] }} />
            </span>
            <SettingCell signal={signal} isSingle />
          </li>
        ))}
      </ul>
    </section>
  )
}
