import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Category,
  type CategoryContract as Contract,
  categoryColumns,
  categoryFields,
} from '#shared/contracts/categories.ts'
import type { Endpoint, Input } from '#shared/endpoint.ts'
import { bothNames } from '#shared/text.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { BothNames } from '../both-names.tsx'
import { later } from '../later.tsx'
import type { Column } from '../list/column.ts'
import { ListPage } from '../list/list-page.tsx'
import { useEdited } from '../list/use-edited.ts'
import { useList } from '../list/use-list.ts'
import { useSubmit } from '../use-submit.ts'
import { FieldInputs } from './field-inputs.tsx'
import { RecordActions } from './record-actions.tsx'
import { useFields } from './use-fields.tsx'
import './category-list.css'

const RecordForm = later(() => import('./record-form.tsx').then(file => file.RecordForm<Category>))

/** Filters of the address. */
export const CATEGORY_FILTERS = ['search']

interface Props {
  contract: Contract
  /** Paths of lists that show the categories of their records. */
  title: string
  says: (count: number) => string
  /** What deleting a category without records means. */
  removeSays: string
  empty: { title: string; says: string }
  /** The input for the parent category, in a family that is a tree; `id` is the one being edited. */
  above?: (id: string) => ReactNode
}

/** A screen for a family's categories, in the order readers see them. */
export function CategoryList({ contract, title, says, removeSays, empty, above }: Props) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const { column } = useFields(categoryColumns)
  const list = useList(contract.list, CATEGORY_FILTERS)
  const { row: editing, open: edit, close } = useEdited(list, contract)
  const nameOf = (row: Category) => bothNames(row)[language]
  const columns: Column<Category>[] = [
    {
      key: 'name',
      title: t($ => $.categories.name),
      sort: 'name',
      render: row => (
        <span className="category-list-name row" data-depth={list.sort === undefined ? row.depth : 0}>
          <BothNames chinese={row.chineseName} english={row.englishName} />
        </span>
      ),
    },
    {
      key: 'position',
      title: t($ => $.categories.order),
      sort: 'position',
      card: 'line',
      render: row => <Move {...{ contract, row, rows: list.rows, name: nameOf(row) }} />,
    },
    column('records'),
    column('createdAt', { isExtra: true }),
  ]
  return (
    <ListPage
      list={list}
      title={title}
      says={says}
      searchHint={t($ => $.categories.name)}
      columns={columns}
      create={{ label: t($ => $.categories.new), endpoint: contract.create, run: () => edit('new') }}
      actions={row => (
        <RecordActions
          contract={contract}
          row={row}
          name={nameOf(row)}
          edit={() => edit(row)}
          removeSays={row.records === 0 ? removeSays : null}
        />
      )}
      empty={empty}
    >
      {editing && (
        <RecordForm
          contract={contract}
          fields={categoryFields}
          row={editing}
          initial={{ aboveId: null }}
          title={editing === 'new' ? t($ => $.categories.new) : nameOf(editing)}
          close={close}
        >
          <FieldInputs fields={categoryFields} />
          {above?.(editing === 'new' ? '' : editing.id)}
        </RecordForm>
      )}
    </ListPage>
  )
}

interface MoveProps {
  contract: Contract
  row: Category
  rows: readonly Category[]
  name: string
}

/** Moves a category up or down among its siblings. */
function Move({ contract, row, rows, name }: MoveProps) {
  const { t } = useTranslation('components')
  const { submit } = useSubmit({ inTurn: true })
  const mayMove = useMayCall(contract.move)
  const beside = rows
    .filter(({ aboveId }) => aboveId === row.aboveId)
    .toSorted((a, b) => a.position - b.position)
  const at = beside.findIndex(({ id }) => id === row.id)
  if (!mayMove) return <span className="num">{at + 1}</span>
  const moveTo = (other: Category | undefined) => () =>
    other &&
    void submit(() => {
      const input = { params: { id: row.id }, body: { position: other.position } }
      return call(contract.move as Endpoint, input as never as Input<Endpoint>)
    })
  return (
    <span className="category-list-move">
      <button
        type="button"
        aria-label={t($ => $.categories.up, { name })}
        disabled={at <= 0}
        onClick={moveTo(beside[at - 1])}
      >
        <ArrowUp size={15} aria-hidden />
      </button>
      <button
        type="button"
        aria-label={t($ => $.categories.down, { name })}
        disabled={at === beside.length - 1}
        onClick={moveTo(beside[at + 1])}
      >
        <ArrowDown size={15} aria-hidden />
      </button>
    </span>
  )
}
