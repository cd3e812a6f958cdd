import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type SortedFamily, sortedFamilies } from '#shared/articles.ts'
import { articleCategories } from '#shared/contracts/articles.ts'
import { type Category, categoryColumns, categoryFields } from '#shared/contracts/categories.ts'
import { bothNames } from '#shared/text.ts'
import { BothNames } from '#web/components/both-names.tsx'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { RecordActions } from '#web/components/records/record-actions.tsx'
import { useFields } from '#web/components/records/use-fields.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { useTitle } from './use-title.ts'
import './articles.css'

const RecordForm = later(() =>
  import('#web/components/records/record-form.tsx').then(file => file.RecordForm<Category>),
)

/** Filters in the address. */
const FILTERS = ['search']

/** Buttons that move a category by a place. */
const arrows = [
  ['up', ArrowUp, -1],
  ['down', ArrowDown, 1],
] as const

/** A family's categories, in the order readers see them. */
function CategoriesPage({ family }: { family: SortedFamily }) {
  const { t } = useTranslation('articles')
  const title = useTitle()
  const language = usePreferences(({ language }) => language)
  const { column } = useFields(categoryColumns)
  const list = useList(articleCategories[family].list, FILTERS)
  const { row: editing, open: edit, close } = useEdited(list, articleCategories[family])
  const mayMove = useMayCall(articleCategories[family].move)
  const { submit } = useSubmit({ inTurn: true })
  const move = (row: Category, position: number) =>
    void submit(() => call(articleCategories[family].move, { params: { id: row.id }, body: { position } }))
  const nameOf = (row: Category) => bothNames(row)[language]
  // Under a search or another order the overall position is not visible.
  const isWhole = mayMove && !list.filters.search && (list.sort === undefined || list.sort === 'position')
  const columns: Column<Category>[] = [
    {
      key: 'name',
      title: t($ => $.name),
      sort: 'name',
      render: row => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the arrows of the next column do the same
        <span
          className="category-name"
          draggable={isWhole}
          onDragStart={event => event.dataTransfer.setData('text/plain', row.id)}
          onDragOver={event => isWhole && event.preventDefault()}
          onDrop={event => {
            event.preventDefault()
            const dragged = list.rows.find(({ id }) => id === event.dataTransfer.getData('text/plain'))
            if (isWhole && dragged && dragged.id !== row.id) move(dragged, row.position)
          }}
        >
          <BothNames chinese={row.chineseName} english={row.englishName} />
        </span>
      ),
    },
    {
      key: 'position',
      title: t($ => $.position),
      sort: 'position',
      card: 'line',
      render: row => (
        <span className="category-move">
          <span className="num">{row.position + 1}</span>
          {isWhole &&
            arrows.map(([way, Arrow, by]) => (
              <button
                key={way}
                type="button"
                aria-label={t($ => $[way], { name: nameOf(row) })}
                disabled={row.position + by < 0 || row.position + by >= list.total}
                onClick={() => move(row, row.position + by)}
              >
                <Arrow size={15} aria-hidden />
              </button>
            ))}
        </span>
      ),
    },
    column('records'),
    column('createdAt', { isExtra: true }),
  ]
  return (
    <ListPage
      list={list}
      title={title}
      says={count => t($ => $.categories, { count })}
      searchHint={t($ => $.name)}
      columns={columns}
      create={{
        label: t($ => $.newCategory),
        endpoint: articleCategories[family].create,
        run: () => edit('new'),
      }}
      actions={row => (
        <RecordActions
          contract={articleCategories[family]}
          row={row}
          name={nameOf(row)}
          edit={() => edit(row)}
          removeSays={row.records === 0 ? t($ => $.removeCategorySays) : null}
        />
      )}
      empty={{ title: t($ => $.noCategory), says: t($ => $.noCategorySays) }}
    >
      {editing && (
        <RecordForm
          contract={articleCategories[family]}
          fields={categoryFields}
          row={editing}
          title={editing === 'new' ? t($ => $.newCategory) : nameOf(editing)}
          close={close}
        />
      )}
    </ListPage>
  )
}

const pageOf = (family: SortedFamily) =>
  Object.assign(CategoriesPage.bind(null, { family }), {
    readAhead: listReadAhead(articleCategories[family].list, FILTERS),
  })
/** One page per family. */
export const categoriesPages = Object.fromEntries(
  sortedFamilies.map(family => [family, pageOf(family)]),
) as Record<SortedFamily, ReturnType<typeof pageOf>>
