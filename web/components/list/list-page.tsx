import { App, Button } from 'antd'
import { CalendarDays, ListChecks, List as ListIcon, Map as MapIcon, Plus, SquareKanban } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#shared/endpoint.ts'
import { mayCall, useSession } from '#web/data/session.ts'
import { ActionButton } from '../action-button.tsx'
import { ExcelButtons, type ExcelEndpoints } from '../excel/excel-buttons.tsx'
import { MenuButton } from '../menu-button.tsx'
import { useScreen } from '../screen-context.tsx'
import type { Column } from './column.ts'
import { useSeesCustomers } from './customer-filter.ts'
import { DataTable } from './data-table.tsx'
import {
  type DeletedRows,
  isOfDeleted,
  type ListRow,
  useDeletedColumn,
  useDeletedFilter,
} from './deleted.tsx'
import type { Chips, Filter } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { type Dialog, ListDialogs, useShowDialog } from './list-dialogs.tsx'
import { type Selection, useSelection } from './selection.ts'
import { type BulkAction, BulkBar, Tokens } from './strip.tsx'
import type { List } from './use-list.ts'
import '../choice.css'
import type { Opened } from './use-opened.ts'
import './list-page.css'

type Create = { label: string; endpoint: Endpoint } & ({ run: () => void } | { dialog: Dialog })

interface Props<T> {
  list: List<T>
  title: string
  /** One sentence: how many there are, and how many need a decision; from the total count, or a count of its own. */
  says: string | ((count: number) => string)
  /** What the free search covers; none if nothing is searched by text. */
  searchHint?: string
  chips?: Chips
  filters?: readonly Filter[]
  columns: readonly Column<T>[]
  /** Paths of related screens without an entry of their own, each for users who may open it. */
  related?: readonly string[]
  /** The primary action, for users who may call its endpoint. */
  create?: Create
  /** Excel endpoints of the list: the contract, if it spreads them. */
  excel?: ExcelEndpoints
  /** Actions of a row: {@link RowActions}. */
  actions?: (row: T) => ReactNode
  /** Actions on several rows, each for users who may call its endpoint. */
  bulk?: readonly BulkAction<T>[]
  /** Also lists deleted rows: without Excel and bulk actions, and with fewer columns. */
  deleted?: DeletedRows<T>
  /** What belongs here and what to do about it, or the text for users who may not. */
  empty: { title: string; says: string; readOnly?: string }
  /** Beside the title: other things the screen can show in place of these rows. */
  views?: ReactNode
  /** Between the title and the filters. */
  above?: ReactNode
  /** The rows under the same filters on a map: `view=map` in the address. */
  map?: () => ReactNode
  /** The rows under the same filters on a month calendar: `view=calendar` in the address. */
  calendar?: () => ReactNode
  /** The rows under the same filters by state, in place of the chips: `view=board` in the address. */
  board?: () => ReactNode
  /** Rows open beside the list: which one, and its details ({@link Docked}). */
  detail?: { opened: Opened; show: (id: string) => ReactNode }
  /** Rows lead to a screen of their own; deleted ones do not. */
  lead?: ((id: string) => void) | null
  /** Shown once below the rows, such as the time zone. */
  note?: string
  /** Dialogs opened by the address; others are shown by {@link useShowDialog}. */
  children?: ReactNode
}

/** A whole list screen: title, filters, table or cards with their states, bulk actions. */
export function ListPage<T extends ListRow>(props: Props<T>) {
  const { list, title, searchHint, chips, empty } = props
  const { filters, columns, actions, excel, bulk, opener } = useOffered(props)
  const mayCreate = useMayCreate(props.create?.endpoint)
  const create = props.create && <CreateButton {...props.create} />
  // Rows selected under other filters are not the ones shown now.
  const selection = useSelection<T>(JSON.stringify(list.filters))
  const tokens = tokensOf(list, filters)
  const labelOf = useLabels([...filters, ...(chips ? [chips] : [])])
  const { search } = useScreen()
  const others = viewNames.filter(name => props[name])
  const shown = others.find(name => name === search.view)
  const drawn = shown && props[shown]
  const page = (
    <div className="page list-page">
      <div className="list-head">
        <div>
          <h1>{title}</h1>
          <p className="num">{list.readAt === 0 ? '\u00a0' : <Says list={list} says={props.says} />}</p>
        </div>
        <div className="list-head-actions">
          {props.views}
          {props.related && <Related paths={props.related} />}
          {excel && <ExcelButtons list={list} endpoints={excel} />}
          {create}
        </div>
      </div>
      {props.above}
      <FilterBar
        list={list}
        searchHint={searchHint}
        chips={drawn && drawn === props.board ? undefined : chips}
        filters={filters}
        columns={drawn ? undefined : columns}
        view={others.length > 0 && <ViewSwitch others={others} />}
      >
        {!drawn && bulk.length > 0 && <BulkMenu bulk={bulk} selection={selection} />}
      </FilterBar>
      {drawn?.() ?? (
        <DataTable
          list={list}
          columns={columns}
          actions={actions}
          selection={bulk.length > 0 ? selection : undefined}
          opened={props.detail?.opened ?? opener}
          note={props.note}
          labelOf={labelOf}
          strip={
            selection.rows.length > 0 ? (
              <BulkBar selection={selection} bulk={bulk} />
            ) : tokens.length > 0 ? (
              <Tokens list={list} tokens={tokens} />
            ) : null
          }
          empty={
            <div className="empty-list">
              <strong>{empty.title}</strong>
              <p>{mayCreate ? empty.says : (empty.readOnly ?? empty.says)}</p>
              {create}
            </div>
          }
        />
      )}
      {props.children}
    </div>
  )
  if (!props.detail) return <ListDialogs>{page}</ListDialogs>
  const { opened, show } = props.detail
  return (
    <ListDialogs>
      <div className="docked-frame">
        {page}
        {opened.id !== undefined && show(opened.id)}
      </div>
    </ListDialogs>
  )
}

/** What the list offers this viewer; for deleted rows less. */
function useOffered<T extends ListRow>(props: Props<T>) {
  const { list, filters = [], actions, excel, bulk = [], deleted, lead } = props
  const session = useSession()
  const seesCustomers = useSeesCustomers()
  const columns = props.columns.filter(({ isOthers }) => seesCustomers || !isOthers)
  const deletedFilter = useDeletedFilter(deleted?.restore)
  const deletedColumn = useDeletedColumn()
  const all = {
    filters: [...filters, ...deletedFilter],
    // Both kinds of row may show while another answer is on its way.
    actions: deleted ? (row: T) => (row.deleted ? deleted.actions(row) : actions?.(row)) : actions,
  }
  if (deleted && isOfDeleted(list)) {
    const kept = columns.filter(({ key }) => deleted.kept.includes(key))
    return { ...all, columns: [...kept, deletedColumn], excel: undefined, bulk: [], opener: undefined }
  }
  return {
    ...all,
    columns,
    excel,
    bulk: bulk.filter(({ endpoint }) => mayCall(endpoint, session)),
    opener: lead ? { id: undefined, open: lead } : undefined,
  }
}

function Related({ paths }: { paths: readonly string[] }) {
  const { exists, titleOf } = useScreen()
  return paths.filter(exists).map(path => (
    <Button key={path} href={path}>
      {titleOf(path)}
    </Button>
  ))
}

function CreateButton({ label, endpoint, ...does }: Create) {
  const show = useShowDialog()
  return (
    <ActionButton
      endpoint={endpoint}
      type="primary"
      icon={<Plus size={16} aria-hidden />}
      onClick={'run' in does ? does.run : () => show(does.dialog)}
    >
      {label}
    </ActionButton>
  )
}

/** Under filters only the matches are counted. */
function Says<T>({ list, says }: Pick<Props<T>, 'list' | 'says'>) {
  const { t } = useTranslation('components')
  if (typeof says === 'string') return says
  const isFiltered = Object.keys(list.filters).length > 0
  return isFiltered ? t($ => $.matching, { count: list.total }) : says(list.total)
}

const viewIcons = { map: MapIcon, calendar: CalendarDays, board: SquareKanban }
type ViewName = keyof typeof viewIcons
const viewNames = Object.keys(viewIcons) as ViewName[]

/** Switches between the list and the other views of its rows, by `view` in the address. */
function ViewSwitch({ others }: { others: readonly ViewName[] }) {
  const { t } = useTranslation('components')
  const { search, setSearch } = useScreen()
  const views = [
    { value: undefined, label: t($ => $.views.list), Icon: ListIcon },
    ...others.map(value => ({ value, label: t($ => $.views[value]), Icon: viewIcons[value] })),
  ]
  return (
    <fieldset className="choice list-view">
      <legend className="visually-hidden">{t($ => $.views.title)}</legend>
      {views.map(({ value, label, Icon }) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={search.view === value}
          onClick={() => setSearch({ view: value }, { push: true })}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </button>
      ))}
    </fieldset>
  )
}

function useMayCreate(endpoint: Endpoint | undefined): boolean {
  const session = useSession()
  return endpoint !== undefined && mayCall(endpoint, session)
}

/** Bulk actions before anything is selected: they say what is missing. */
function BulkMenu<T>({ bulk, selection }: { bulk: readonly BulkAction<T>[]; selection: Selection<T> }) {
  const { t } = useTranslation('components')
  const { message } = App.useApp()
  const items = bulk.map(({ key, label, run }) => ({
    key,
    label,
    onClick: () =>
      selection.rows.length === 0
        ? void message.warning(t($ => $.pickFirst))
        : run(selection.rows, selection.drop),
  }))
  return (
    <MenuButton
      button={
        <button type="button" className="filter-button" aria-label={t($ => $.bulk)}>
          <ListChecks size={16} strokeWidth={1.75} aria-hidden />
          <span>{t($ => $.bulk)}</span>
        </button>
      }
      menu={{ items }}
    />
  )
}

const tokensOf = <T,>({ filters: set }: List<T>, filters: readonly Filter[]) =>
  filters.flatMap(({ name, label, options }) => {
    const value = set[name]
    if (!value) return []
    return [{ name, label, value: options.find(option => option.value === value)?.label ?? value }]
  })

/** The label of a filter value. */
function useLabels(filters: readonly (Filter | Chips)[]): (name: string, value: string) => string {
  const { t } = useTranslation('components')
  return (name, value) => {
    const filter = filters.find(filter => filter.name === name)
    if (!filter) return `“${value}”`
    const option = filter.options.find(option => option.value === value)
    return t($ => $.labelled, { label: filter.label, value: option?.label ?? value })
  }
}
