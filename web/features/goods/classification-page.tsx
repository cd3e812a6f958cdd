import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Category, categoryColumns, categoryFields } from '#shared/contracts/categories.ts'
import { goodCategories, goods } from '#shared/contracts/goods.ts'
import { bothNames } from '#shared/text.ts'
import { BothNames } from '#web/components/both-names.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { RecordActions } from '#web/components/records/record-actions.tsx'
import { useFields } from '#web/components/records/use-fields.tsx'
import { ChoiceSelect } from '#web/components/remote-select.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { useGoodCategories } from './goods-page.tsx'
import './goods.css'

const RecordForm = later(() =>
  import('#web/components/records/record-form.tsx').then(file => file.RecordForm<Category>),
)

/** Filters of the address. */
const FILTERS = ['search']
const touches = [goodCategories.list.path, goods.list.path]

/** `/mall/goods/classification`: the tree that goods are sorted into, in the order of the mall. */
export function ClassificationPage() {
  const { t } = useTranslation('goods')
  const language = usePreferences(({ language }) => language)
  const { column } = useFields(categoryColumns)
  const list = useList(goodCategories.list, FILTERS)
  const { row: editing, open: edit, close } = useEdited(list, goodCategories)
  const nameOf = (row: Category) => bothNames(row)[language]
  const columns: Column<Category>[] = [
    {
      key: 'name',
      title: t($ => $.class.name),
      sort: 'name',
      render: row => (
        <span className="class-name" data-depth={list.sort === undefined ? row.depth : 0}>
          <BothNames chinese={row.chineseName} english={row.englishName} />
        </span>
      ),
    },
    {
      key: 'position',
      title: t($ => $.class.order),
      sort: 'position',
      card: 'line',
      render: row => <Move row={row} rows={list.rows} name={nameOf(row)} />,
    },
    column('records', { card: 'note' }),
    column('createdAt', { isExtra: true }),
  ]
  return (
    <ListPage
      list={list}
      title={t($ => $.class.title)}
      says={count => t($ => $.class.says, { count })}
      searchHint={t($ => $.class.name)}
      columns={columns}
      create={{ label: t($ => $.class.new), endpoint: goodCategories.create, run: () => edit('new') }}
      actions={row => (
        <RecordActions
          contract={goodCategories}
          row={row}
          name={nameOf(row)}
          edit={() => edit(row)}
          removeSays={row.records === 0 ? t($ => $.class.removeSays) : null}
          touches={touches}
        />
      )}
      empty={{ title: t($ => $.class.emptyTitle), says: t($ => $.class.emptySays) }}
    >
      {editing && (
        <RecordForm
          contract={goodCategories}
          fields={categoryFields}
          row={editing}
          initial={{ aboveId: null }}
          title={editing === 'new' ? t($ => $.class.new) : nameOf(editing)}
          touches={touches}
          close={close}
        >
          <FieldInputs fields={categoryFields} />
          <Parent not={editing === 'new' ? '' : editing.id} />
        </RecordForm>
      )}
    </ListPage>
  )
}
ClassificationPage.readAhead = listReadAhead(goodCategories.list, FILTERS)

function Parent({ not }: { not: string }) {
  const { t } = useTranslation('goods')
  const options = useGoodCategories().filter(({ value }) => value !== not)
  return (
    <FormField name="aboveId" label={t($ => $.class.parent)} extra={t($ => $.class.parentSays)}>
      <ChoiceSelect options={options} allowClear />
    </FormField>
  )
}

/** Up and down among those that stand below the same one. */
function Move({ row, rows, name }: { row: Category; rows: readonly Category[]; name: string }) {
  const { t } = useTranslation('goods')
  const { submit } = useSubmit({ touches, inTurn: true })
  const mayMove = useMayCall(goodCategories.move)
  const beside = rows
    .filter(({ aboveId }) => aboveId === row.aboveId)
    .toSorted((a, b) => a.position - b.position)
  const at = beside.findIndex(({ id }) => id === row.id)
  if (!mayMove) return <span className="num">{at + 1}</span>
  const moveTo = (other: Category | undefined) => () =>
    other &&
    void submit(() =>
      call(goodCategories.move, { params: { id: row.id }, body: { position: other.position } }),
    )
  return (
    <span className="class-move">
      <button
        type="button"
        aria-label={t($ => $.class.up, { name })}
        disabled={at <= 0}
        onClick={moveTo(beside[at - 1])}
      >
        <ArrowUp size={15} aria-hidden />
      </button>
      <button
        type="button"
        aria-label={t($ => $.class.down, { name })}
        disabled={at === beside.length - 1}
        onClick={moveTo(beside[at + 1])}
      >
        <ArrowDown size={15} aria-hidden />
      </button>
    </span>
  )
}
