import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ArticleFamily, articleFamilies, isSorted } from '#shared/articles.ts'
import { type ArticleRow, articleCategories, articleColumns, articles } from '#shared/contracts/articles.ts'
import { bothNames, textIn } from '#shared/text.ts'
import { BothNames } from '#web/components/both-names.tsx'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { DELETED } from '#web/components/list/deleted.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import {
  DeletedRecordActions,
  markOfRelease,
  RecordActions,
} from '#web/components/records/record-actions.tsx'
import { useFields } from '#web/components/records/use-fields.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { Moment } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useTitle } from './use-title.ts'
import './articles.css'

const ArticleForm = later(() => import('./article-form.tsx').then(file => file.ArticleForm))

/** Filters in the address. */
const FILTERS = ['search', 'status', 'categoryId', 'coverMode', 'languages', DELETED]

/** Columns that still mean something for a deleted article. */
const KEPT = ['name', 'category', 'languages']

/** A family's categories as options; none if it has none. */
export function useCategories(family: ArticleFamily) {
  const { data = [] } = useQuery({
    queryKey: [isSorted(family) ? articleCategories[family].options.path : '', 'options'],
    queryFn: () => (isSorted(family) ? call(articleCategories[family].options) : []),
    enabled: isSorted(family),
  })
  return data.map(({ id, name }) => ({ value: id, label: name }))
}

/** Columns of the editors' list. */
function useArticleColumns(family: ArticleFamily): Column<ArticleRow>[] {
  const { t } = useTranslation('articles')
  const language = usePreferences(({ language }) => language)
  const { column, stateColumn } = useFields(articleColumns)
  return [
    {
      key: 'name',
      title: t($ => $.name),
      sort: 'name',
      render: ({ chineseTitle, englishTitle }) => <BothNames chinese={chineseTitle} english={englishTitle} />,
    },
    stateColumn('status', markOfRelease),
    ...(isSorted(family)
      ? [
          {
            key: 'category',
            title: t($ => $.category),
            card: 'line' as const,
            render: ({ category }: ArticleRow) => (category ? textIn(bothNames(category), language) : '—'),
          },
        ]
      : []),
    {
      key: 'languages',
      title: t($ => $.languages),
      card: 'line',
      render: row => <Languages row={row} />,
    },
    column('coverMode', { isExtra: true }),
    column('reads'),
    column('likes'),
    {
      key: 'releasedAt',
      title: t($ => $.released),
      sort: 'releasedAt',
      atEnd: true,
      render: row => <Released row={row} />,
    },
    column('updatedAt', { card: 'note' }),
    column('createdAt', { isExtra: true }),
  ]
}

/** The articles of a family, as its editors see them. */
function ArticlesPage({ family }: { family: ArticleFamily }) {
  const { t } = useTranslation('articles')
  const title = useTitle()
  const language = usePreferences(({ language }) => language)
  const { filter } = useFields(articleColumns)
  const list = useList(articles[family].list, FILTERS, { counts: articles[family].counts })
  const { row: editing, open: edit, close } = useEdited(list, articles[family])
  const categories = useCategories(family)
  const nameOf = ({ chineseTitle, englishTitle }: ArticleRow) =>
    bothNames({ chineseName: chineseTitle, englishName: englishTitle })[language]
  return (
    <ListPage
      list={list}
      title={title}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      chips={filter('status', markOfRelease)}
      filters={[
        ...(isSorted(family) ? [{ name: 'categoryId', label: t($ => $.category), options: categories }] : []),
        {
          name: 'languages',
          label: t($ => $.languages),
          options: (['both', 'zh-CN', 'en-US'] as const).map(value => ({
            value,
            label: t($ => $.versions[value]),
          })),
        },
        filter('coverMode'),
      ]}
      columns={useArticleColumns(family)}
      create={{ label: t($ => $.new), endpoint: articles[family].create, run: () => edit('new') }}
      actions={row => (
        <RecordActions
          contract={articles[family]}
          row={row}
          name={nameOf(row)}
          edit={() => edit(row)}
          publishing={{
            contract: articles[family],
            status: row.status,
            withdrawSays: t($ => $.withdrawSays),
          }}
          removeSays={t($ => $.removeSays)}
        />
      )}
      deleted={{
        restore: articles[family].restore,
        kept: KEPT,
        actions: row => (
          <DeletedRecordActions restore={articles[family].restore} id={row.id} name={nameOf(row)} />
        ),
      }}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }}
    >
      {editing && (
        <ArticleForm
          family={family}
          id={editing === 'new' ? null : editing.id}
          title={editing === 'new' ? t($ => $.new) : nameOf(editing)}
          close={close}
        />
      )}
    </ListPage>
  )
}

/** Which languages exist, and whether the translation is older than its original. */
function Languages({ row }: { row: ArticleRow }) {
  const { t } = useTranslation('articles')
  const has = row.chineseTitle !== '' && row.englishTitle !== '' ? 'both' : row.original
  return (
    <span className="article-languages">
      {t($ => $.versions[has])}
      {row.isOutdated && (
        <span className="article-outdated">
          <StateMark state="watch" /> {t($ => $.outdated)}
        </span>
      )}
    </span>
  )
}

/** Since when farms read it, or when they will. */
function Released({ row: { releasedAt, releaseOn } }: { row: ArticleRow }) {
  const { t } = useTranslation('articles')
  if (releaseOn)
    return (
      <>
        {t($ => $.planned)} <Moment at={releaseOn} />
      </>
    )
  return releasedAt ? <Moment at={releasedAt} /> : '—'
}

const pageOf = (family: ArticleFamily) =>
  Object.assign(ArticlesPage.bind(null, { family }), {
    readAhead: listReadAhead(articles[family].list, FILTERS),
  })
/** One page per family. */
export const articlesPages = Object.fromEntries(
  articleFamilies.map(family => [family, pageOf(family)]),
) as Record<ArticleFamily, ReturnType<typeof pageOf>>
