import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Images, TextSearch } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type GoodRow, goodCategories, goodColumns, goods } from '#shared/contracts/goods.ts'
import { sayMoney } from '#shared/money.ts'
import { paths } from '#shared/screens.ts'
import { bothNames } from '#shared/text.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { BothNames } from '#web/components/both-names.tsx'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { useShowDialog } from '#web/components/list/list-dialogs.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { markOfRelease, RecordActions } from '#web/components/records/record-actions.tsx'
import { useFields } from '#web/components/records/use-fields.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useFiles } from '#web/components/uploads/use-files.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { BuyerSelect, useBuyerColumn } from './buyer-prices.tsx'
import './goods.css'

const GoodForm = later(() => import('./good-form.tsx').then(file => file.GoodForm))
const SearchWords = later(() => import('./search-words.tsx').then(file => file.SearchWords))
const ImportPictures = later(() => import('./import-pictures.tsx').then(file => file.ImportPictures))

/** Filters in the address. */
const FILTERS = ['search', 'status', 'categoryId', 'machine']

/** The categories of goods as options, each by its path. */
export function useGoodCategories() {
  const { data = [] } = useQuery({
    queryKey: [goodCategories.options.path],
    queryFn: () => call(goodCategories.options),
  })
  return data.map(({ id, name }) => ({ value: id, label: name }))
}

/** The columns of the list; with a buyer chosen also what that one pays. */
function useGoodColumns(
  rows: readonly GoodRow[],
  categories: ReturnType<typeof useGoodCategories>,
): Column<GoodRow>[] {
  const { t } = useTranslation('goods')
  const language = usePreferences(({ language }) => language)
  const { column, stateColumn } = useFields(goodColumns)
  const covers = useFiles(rows.flatMap(({ pictures }) => pictures[0] ?? []))
  const ofBuyer = useBuyerColumn(rows)
  return [
    {
      key: 'name',
      title: t($ => $.name),
      sort: 'name',
      render: ({ chineseName, englishName, pictures: [cover = ''] }) => (
        <span className="good-named row gap-3">
          {covers.has(cover) ? (
            <img src={covers.get(cover)?.small ?? covers.get(cover)?.url} alt="" loading="lazy" />
          ) : (
            <span className="good-no-picture" />
          )}
          <BothNames chinese={chineseName} english={englishName} />
        </span>
      ),
    },
    stateColumn('status', markOfRelease),
    column('code', { card: 'line' }),
    {
      key: 'category',
      title: t($ => $.category),
      card: 'line',
      render: ({ categoryId }) => categories.find(({ value }) => value === categoryId)?.label ?? '—',
    },
    column('price', {
      card: 'note',
      render: ({ price, currency }) =>
        price === null ? (
          t($ => $.onRequest)
        ) : (
          <span className="num">{sayMoney({ amount: price, currency }, language)}</span>
        ),
    }),
    ...ofBuyer,
    column('stock'),
    column('collections'),
    column('updatedAt', { isExtra: true }),
    column('createdAt', { isExtra: true }),
  ]
}

/** `/mall/goods`: what the provider sells. */
export function GoodsPage() {
  const { t } = useTranslation('goods')
  const language = usePreferences(({ language }) => language)
  const { filter } = useFields(goodColumns)
  const list = useList(goods.list, FILTERS, { counts: goods.counts })
  const { row: editing, open: edit, close } = useEdited(list, goods)
  const categories = useGoodCategories()
  const columns = useGoodColumns(list.rows, categories)
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      chips={filter('status', markOfRelease)}
      filters={[
        { name: 'categoryId', label: t($ => $.category), options: categories },
        { ...filter('machines'), name: 'machine' },
      ]}
      columns={columns}
      excel={goods}
      views={
        <>
          <SearchWordsButton />
          <BuyerSelect />
          <PicturesButton />
        </>
      }
      related={[paths.priceLists]}
      create={{ label: t($ => $.new), endpoint: goods.create, run: () => edit('new') }}
      actions={row => (
        <RecordActions
          contract={goods}
          row={row}
          name={bothNames(row)[language]}
          edit={() => edit(row)}
          publishing={{
            contract: goods,
            status: row.status,
            withdrawSays: t($ => $.withdrawSays, { count: row.collections }),
            words: { release: t($ => $.relaunch), withdraw: t($ => $.offShelf) },
          }}
          removeSays={row.status === 'released' ? null : t($ => $.removeSays)}
        />
      )}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }}
    >
      <OpenedWords />
      {editing && (
        <GoodForm
          id={editing === 'new' ? null : editing.id}
          title={editing === 'new' ? t($ => $.new) : bothNames(editing)[language]}
          close={close}
        />
      )}
    </ListPage>
  )
}
GoodsPage.readAhead = listReadAhead(goods.list, FILTERS)

/** The words of the search over the list, as the address says. */
function OpenedWords() {
  const { search, setSearch } = useScreen()
  if (search.words === undefined) return null
  return (
    <SearchWords
      opened={search.words === 'open' ? null : search.words}
      show={id => setSearch({ words: id ?? 'open' })}
      close={() => setSearch({ words: undefined })}
    />
  )
}

/** What the search of mall and articles takes for the same. */
function SearchWordsButton() {
  const { t } = useTranslation('goods')
  const { setSearch } = useScreen()
  return (
    <Button
      icon={<TextSearch size={16} aria-hidden />}
      onClick={() => setSearch({ words: 'open' }, { push: true })}
    >
      {t($ => $.words.open)}
    </Button>
  )
}

/** Uploads pictures for an import to refer to. */
function PicturesButton() {
  const { t } = useTranslation('goods')
  const show = useShowDialog()
  return (
    <ActionButton
      endpoint={goods.import}
      icon={<Images size={16} aria-hidden />}
      onClick={() => show(close => <ImportPictures close={close} />)}
    >
      {t($ => $.pictures.open)}
    </ActionButton>
  )
}
