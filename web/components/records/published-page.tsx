import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Field, Fields } from '#shared/field.ts'
import type { ReleaseStatus } from '#shared/release.ts'
import { bothNames } from '#shared/text.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { BothNames } from '../both-names.tsx'
import { later } from '../later.tsx'
import type { Column } from '../list/column.ts'
import { DELETED, type ListRow } from '../list/deleted.tsx'
import { ListPage } from '../list/list-page.tsx'
import { NEW, useEdited } from '../list/use-edited.ts'
import { type List, listReadAhead, useList } from '../list/use-list.ts'
import { DeletedRecordActions, markOfRelease, RecordActions } from './record-actions.tsx'
import type { RecordForm as Form } from './record-form.tsx'
import { useFields } from './use-fields.tsx'

interface Published extends ListRow {
  version: number
  status: ReleaseStatus
  chineseName: string
  englishName: string
}
type Stated = Readonly<Record<'status', Field>>
type Everyday =
  | 'list'
  | 'counts'
  | 'get'
  | 'create'
  | 'update'
  | 'remove'
  | 'release'
  | 'withdraw'
  | 'restore'
type FormProps<T extends Published> = ComponentProps<typeof Form<T>>

type Said = Pick<
  ComponentProps<typeof ListPage>,
  'title' | 'says' | 'searchHint' | 'empty' | 'excel' | 'related'
>

interface Props<T extends Published> extends Said {
  contract: Readonly<Record<Everyday, Endpoint>>
  /** All fields of a row. */
  fields: Fields & Stated
  /** Filters of the list, beside the state on the chips. */
  filters: readonly string[]
  /** Columns after name and state. */
  columns: readonly Column<T>[]
  /** Title for a new row. */
  newRow: string
  /** How many others use the row: then it cannot be deleted, and withdrawing leaves it valid for them. */
  uses: (row: T) => number
  withdrawSays: (uses: number) => string
  removeSays: string
  form: Pick<FormProps<T>, 'fields' | 'initial' | 'completed'> & { inputs?: ReactNode }
}

/** It takes whatever row it is given, as the loaded component does. */
const RecordForm = later<never>(() =>
  import('./record-form.tsx').then(file => file.RecordForm as ComponentType<never>),
) as unknown as typeof Form

const filtersOf = (filters: readonly string[]) => ['search', 'status', ...filters, DELETED]

/** A list of what the provider publishes, with its form: names in both languages, drafts, release, use. */
export function PublishedPage<T extends Published>(props: Props<T>) {
  const { contract, fields, filters, columns, newRow, uses, withdrawSays, removeSays, form, ...said } = props
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const { filter } = useFields<Fields>(fields)
  const { stateColumn } = useFields<Stated>(fields)
  const list: List<T> = useList(contract.list, filtersOf(filters), { counts: contract.counts })
  const { row: editing, open: edit, close } = useEdited<T>(list, contract)
  const nameOf = (row: T) => bothNames(row)[language]
  const name: Column<T> = {
    key: 'name',
    title: t($ => $.record.name),
    sort: 'name',
    render: ({ chineseName, englishName }) => <BothNames chinese={chineseName} english={englishName} />,
  }
  return (
    <ListPage<T>
      {...said}
      list={list}
      chips={filter('status', markOfRelease)}
      filters={filters.map(each => filter(each))}
      columns={[name, stateColumn<T>('status', markOfRelease), ...columns]}
      create={{ label: newRow, endpoint: contract.create, run: () => edit(NEW) }}
      actions={row => (
        <RecordActions
          contract={contract}
          row={row}
          name={nameOf(row)}
          edit={() => edit(row)}
          publishing={{ contract, status: row.status, withdrawSays: withdrawSays(uses(row)) }}
          removeSays={uses(row) === 0 ? removeSays : null}
        />
      )}
      deleted={{
        restore: contract.restore,
        kept: [name, ...columns].map(({ key }) => key),
        actions: row => <DeletedRecordActions restore={contract.restore} id={row.id} name={nameOf(row)} />,
      }}
    >
      {editing && (
        <RecordForm
          {...form}
          contract={contract}
          row={editing}
          title={editing === NEW ? newRow : nameOf(editing)}
          close={close}
        >
          {form.inputs}
        </RecordForm>
      )}
    </ListPage>
  )
}

/** Requests the rows before the page is drawn, as {@link PublishedPage} will. */
export const publishedReadAhead = (
  { list }: Readonly<Record<'list', Endpoint>>,
  filters: readonly string[],
) => listReadAhead(list, filtersOf(filters))
