import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type ArticleFamily, COVERS, isSorted } from '#shared/articles.ts'
import { articleReading } from '#shared/contracts/article-reading.ts'
import { type Article, type ArticleForm, type ArticleTexts, articles } from '#shared/contracts/articles.ts'
import type { Grant } from '#shared/permissions.ts'
import { type Language, text } from '#shared/text.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import { article, category } from '../../platform/database/tables/articles.ts'
import { question } from '../../platform/database/tables/tickets.ts'
import { attachFiles, showFilesBelow } from '../../platform/files/people-files.ts'
import type { Call, ChangingCall } from '../../platform/http/call.ts'
import { listed, refuseDeletedTo } from '../../platform/http/deleted-rows.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { countedBy, orderOf, skipped, totalOf } from '../../platform/http/lists.ts'
import { releasingOf } from '../../platform/records/releasing.ts'
import { removeForNow, restoreRemoved } from '../../platform/records/restoring.ts'
import { addRow, changeRows, openRow } from '../../platform/records/rows.ts'
import { cleanHtml, filesIn, plainText } from '../../platform/rich-text/clean-html.ts'
import { searchWords } from '../../platform/rich-text/search-words.ts'
import { findArticle, listArticles, moduleOf } from './article-rows.ts'
import { isFound } from './found.ts'
import { filesOfVersions, hideEarlierFiles, versionsOf } from './versions.ts'

const says = {
  title: text('请至少填写一种语言的标题', 'Enter a title in at least one language'),
  original: text('原文语言没有标题', 'Enter a title in the original language'),
  category: text('请从列表中选择分类', 'Choose a category from the list'),
  question: text('该问题不可用', 'This question does not exist'),
  kept: text(
    '服务声明须保持发布，请改为修改内容',
    'The service statement must stay released. Edit its text instead',
  ),
  made: text('已由该问题生成常见问题草稿', 'This question already has an FAQ draft'),
  covers: text('该封面样式需要 {count} 张图片', 'Pictures needed for this cover: {count}'),
}

/** Checks beyond the schema. */
function faultsOf({ chineseTitle, englishTitle, original, coverMode, covers }: ArticleForm): FieldFault[] {
  const found: FieldFault[] = []
  if (chineseTitle === '' && englishTitle === '') found.push({ field: 'chineseTitle', message: says.title })
  else if ((original === 'zh-CN' ? chineseTitle : englishTitle) === '')
    found.push({ field: 'original', message: says.original })
  if (covers.length < COVERS[coverMode])
    found.push({ field: 'covers', message: [says.covers, { count: COVERS[coverMode] }] })
  return found
}

async function refuseFaults(db: Db, family: ArticleFamily, form: ArticleForm): Promise<void> {
  const faults = faultsOf(form)
  const { categoryId = null } = form
  const isKnown =
    categoryId === null ||
    (isSorted(family) &&
      (await db.$count(category, and(eq(category.id, categoryId), eq(category.family, family)))) > 0)
  if (!isKnown) faults.push({ field: 'categoryId', message: says.category })
  if (faults.length > 0) throw refuse.invalid(faults)
}

/** Articles that the product itself needs cannot be withdrawn or deleted. */
async function refuseKept(db: Db, id: string): Promise<void> {
  const kept = and(eq(article.id, id), isNotNull(article.key))
  if ((await db.$count(article, kept)) > 0)
    throw refuse.invalid([{ field: 'status', message: says.kept }], says.kept)
}

/** The question that a new article is made from; refused if it already has one. Of two callers the second waits. */
async function questionOf(db: Db, family: ArticleFamily, form: ArticleForm): Promise<string | null> {
  const { questionId } = form
  if (!questionId) return null
  const [asked] = await db
    .select({ id: question.id })
    .from(question)
    .where(eq(question.id, questionId))
    .for('update')
  if (family !== 'faq' || !asked) throw refuse.invalid([{ field: 'questionId', message: says.question }])
  const [made] = await db
    .select({ id: article.id })
    .from(article)
    .where(and(eq(article.questionId, questionId), isNull(article.deletedAt)))
  if (made) throw refuse.conflict({ yours: form, current: await findArticle(db, family, made.id) }, says.made)
  return questionId
}

/** The columns of a form, its HTML made safe. */
function columnsOf(form: ArticleForm) {
  const { version: _, questionId: __, releaseOn, categoryId, chineseContent, englishContent, ...typed } = form
  const cleaned = { chineseContent: cleanHtml(chineseContent), englishContent: cleanHtml(englishContent) }
  const words = [
    form.chineseTitle,
    form.chineseSubtitle,
    form.englishTitle,
    form.englishSubtitle,
    plainText(cleaned.chineseContent),
    plainText(cleaned.englishContent),
  ]
  return {
    ...typed,
    faults: [...new Set(form.faults)],
    ...cleaned,
    categoryId: categoryId ?? null,
    releaseOn: releaseOn ? new Date(releaseOn) : null,
    words: searchWords(words.join('\n')),
  }
}

/** The form of an article as it is stored, with another text. */
const formWith = (row: Article, texts: ArticleTexts): ArticleForm => {
  const { coverMode, covers, attachments, faults, original, categoryId, releaseOn } = row
  return { ...texts, coverMode, covers, attachments, faults, original, categoryId, releaseOn }
}

type Columns = ReturnType<typeof columnsOf>

/** When each language version last changed: a differing one is new now. */
function changesOf(before: Article, now: Columns) {
  const differs = (language: 'chinese' | 'english') =>
    (['Title', 'Subtitle', 'Content'] as const).some(
      part => before[`${language}${part}`] !== now[`${language}${part}`],
    )
  return {
    ...(differs('chinese') && { chineseChangedAt: sql`now()` }),
    ...(differs('english') && { englishChangedAt: sql`now()` }),
  }
}

const grantsTo = ({ access }: { access: string | readonly string[] }) => [access].flat() as Grant[]

const languagesOf = {
  both: sql`${article.chineseTitle} <> '' and ${article.englishTitle} <> ''`,
  'zh-CN': sql`${article.englishTitle} = ''`,
  'en-US': sql`${article.chineseTitle} = ''`,
}

type Filter = {
  search?: string | undefined
  status?: Article['status'] | undefined
  categoryId?: string | undefined
  coverMode?: Article['coverMode'] | undefined
  languages?: keyof typeof languagesOf | undefined
  deleted?: 'recently' | undefined
}

/** Rows of a family that match its list's filters. */
function matching(family: ArticleFamily, filter: Filter) {
  const { search, status, categoryId, coverMode, languages } = filter
  const conditions: (SQL | undefined)[] = [
    eq(article.family, family),
    listed(article.deletedAt, filter),
    search ? isFound(search, [family], { withDrafts: true }) : undefined,
    status && eq(article.status, status),
    categoryId ? eq(article.categoryId, categoryId) : undefined,
    coverMode && eq(article.coverMode, coverMode),
    languages && languagesOf[languages],
  ]
  return and(...conditions)
}

const sortableIn = (language: Language) => ({
  updatedAt: article.updatedAt,
  name: language === 'zh-CN' ? article.chineseTitle : article.englishTitle,
  status: article.status,
  coverMode: article.coverMode,
  reads: article.reads,
  likes: article.likes,
  releasedAt: article.releasedAt,
  createdAt: article.createdAt,
  deletedAt: article.deletedAt,
})

/** A page of a family's articles: the last changed first, of deleted ones the last deleted. */
async function listWritten(family: ArticleFamily, { db, viewer, query, language }: Call<Family['list']>) {
  refuseDeletedTo(viewer, articles[family].restore.access, query)
  const { rows, total, items } = await listArticles(db, family, {
    condition: matching(family, query),
    order: orderOf(query.sort, sortableIn(language), query.deleted ? '-deletedAt' : '-updatedAt', article.id),
    size: query.size,
    skip: skipped(query),
  })
  return { total: await totalOf(rows, total), items }
}

/** Null if another article was made meanwhile from the question that a restored one was made from. */
const questionIfFree = sql`(select q.id from question q where q.id = ${article}.question_id
  and not exists (select from article made where made.question_id = q.id and made.deleted_at is null))`

type Family = (typeof articles)[ArticleFamily]
type Changing = ChangingCall & { params: { id: string } }

/** Editors' side of a family: list, editor, release. */
export function writtenFeature(family: ArticleFamily) {
  const contract = articles[family]
  const access = [...grantsTo(contract.get), ...grantsTo(articleReading[family].read)]

  async function keepFiles({ db, viewer }: ChangingCall, row: Article, columns: Columns): Promise<void> {
    const owner = { id: row.id, officePath: ROOT_PATH, access, isReleased: row.status === 'released' }
    await attachFiles(db, viewer, owner, [
      { field: 'covers', use: 'picture', ids: columns.covers },
      { field: 'attachments', use: 'attachment', ids: columns.attachments },
      ...filesIn(columns.chineseContent, columns.englishContent),
      // Their content was checked on upload.
      { field: 'versions', use: 'attachment', ids: await filesOfVersions(db, row.id) },
    ])
    if (owner.isReleased) await hideEarlierFiles(db, { ...columns, id: row.id })
  }

  /** Opens an article, see {@link openRow}. */
  const open = async (call: Changing): Promise<Article> =>
    (await openRow(call, article, () => findArticle(call.db, family, call.params.id))).row

  async function store({ db, params }: Changing, changed: object): Promise<Article> {
    await changeRows(db, article, eq(article.id, params.id), { ...changed, updatedAt: sql`now()` })
    return findArticle(db, family, params.id)
  }

  /** Stores the typed fields of an article, and the editor. */
  async function rewrite(call: Changing, row: Article, form: ArticleForm): Promise<Article> {
    await refuseFaults(call.db, family, form)
    const columns = columnsOf(form)
    await keepFiles(call, row, columns)
    return store(call, { ...columns, ...changesOf(row, columns), writerId: call.viewer.accountId })
  }

  const versions = versionsOf(family, {
    open,
    rewrite: (call, row, texts) => rewrite(call, row, formWith(row, texts)),
  })
  const turned = releasingOf<Article>({
    open,
    store: async (call, { status }) => {
      const isReleased = status === 'released'
      if (!isReleased) await refuseKept(call.db, call.params.id)
      await showFilesBelow(call.db, call.params.id, isReleased)
      if (isReleased) await hideEarlierFiles(call.db, await findArticle(call.db, family, call.params.id))
      return store(call, { status, releaseOn: null, ...(isReleased && { releasedAt: sql`now()` }) })
    },
  })

  return feature(moduleOf(family), contract, {
    ...turned,
    ...versions,
    list: call => listWritten(family, call),
    counts: ({ db, viewer, query: { by: _, ...filter } }) => {
      refuseDeletedTo(viewer, contract.restore.access, filter)
      return countedBy(db, article, article.status, matching(family, filter))
    },
    get: ({ db, params }) => findArticle(db, family, params.id),
    create: async call => {
      const { db, body } = call
      await refuseFaults(db, family, body)
      const [id, columns] = [newId(), columnsOf(body)]
      const writerId = call.viewer.accountId
      const questionId = await questionOf(db, family, body)
      const told = { ...columns, questionId, id, family, officePath: ROOT_PATH, writerId }
      await addRow(call, article, told)
      const row = await findArticle(db, family, id)
      await keepFiles(call, row, columns)
      return row
    },
    update: async call => rewrite(call, await open(call), call.body),
    remove: async call => {
      await open(call)
      await refuseKept(call.db, call.params.id)
      await removeForNow(call, article, { releaseOn: null, releasedAt: null })
      return null
    },
    restore: call =>
      restoreRemoved(
        call,
        article,
        () => findArticle(call.db, family, call.params.id, { withDeleted: true }),
        { questionId: questionIfFree },
      ),
  })
}
