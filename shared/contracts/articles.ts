import { z } from 'zod'
import { articleNouns, coverModeNames, SUBTITLE_MAX, TITLE_MAX } from '../articles.ts'
import {
  counted,
  crud,
  DeletedFilter,
  Deletion,
  get,
  Id,
  PageQuery,
  page,
  post,
  Version,
} from '../endpoint.ts'
import { faultNames } from '../faults.ts'
import type { Fields } from '../field.ts'
import { chosen, record, Search } from '../fields.ts'
import { releaseNames, releasing, restoring } from '../release.ts'
import { CONTENT_MAX, CONTENTS_BYTES } from '../rich-text.ts'
import { languages, type Text, text } from '../text.ts'
import { categoriesOf } from './categories.ts'

/** Input fields of an article besides its text. One of the two titles may stay empty: that version is missing then. */
export const articleFields = {
  chineseTitle: { kind: 'text', most: TITLE_MAX, language: 'zh', label: text('中文标题', 'Chinese title') },
  chineseSubtitle: {
    kind: 'text',
    most: SUBTITLE_MAX,
    language: 'zh',
    label: text('中文副标题', 'Chinese subtitle'),
  },
  englishTitle: { kind: 'text', most: TITLE_MAX, language: 'en', label: text('英文标题', 'English title') },
  englishSubtitle: {
    kind: 'text',
    most: SUBTITLE_MAX,
    language: 'en',
    label: text('英文副标题', 'English subtitle'),
  },
  coverMode: {
    kind: 'choice',
    choices: coverModeNames,
    isRequired: true,
    label: text('封面样式', 'Cover'),
  },
  covers: { kind: 'pictures', most: 3, label: text('封面图片', 'Cover pictures') },
  attachments: { kind: 'attachments', most: 10, label: text('附件', 'Attachments') },
  faults: {
    kind: 'choices',
    choices: faultNames,
    label: text('对应报警', 'Helps with alarms'),
    hint: text(
      '这些报警和环控器页面会链接到本文。',
      'These alarms and the controller page link to this article.',
    ),
  },
  releaseOn: {
    kind: 'moment',
    label: text('定时发布', 'Release at'),
    hint: text(
      '草稿到时自动发布；留空则只能手动发布。',
      'The draft is released at this time. Leave empty to release it by hand.',
    ),
  },
} as const satisfies Fields

/** What the editors' list shows of an article. */
const facts = {
  status: { kind: 'choice', choices: releaseNames, isRequired: true, label: text('状态', 'Status') },
  reads: { kind: 'count', label: text('阅读', 'Reads') },
  likes: { kind: 'count', label: text('点赞', 'Likes') },
  updatedAt: { kind: 'instant', label: text('修改时间', 'Changed') },
  createdAt: { kind: 'instant', label: text('创建时间', 'Created') },
} as const satisfies Fields

const { form, item, fields } = record(articleFields, facts)
export const articleColumns = fields

const html = z.string().max(CONTENT_MAX)
const contents = { chineseContent: html, englishContent: html }
/** The language it was written in; the other is its translation. */
const original = z.enum(languages)
const ArticleForm = form.extend({
  ...contents,
  original,
  categoryId: Id.nullish(),
  /** For a new FAQ: the question it is made from, which has at most one. */
  questionId: Id.nullish(),
})
const ArticleRow = item.extend({
  original,
  categoryId: Id.nullable(),
  category: z.object({ id: Id, chineseName: z.string(), englishName: z.string() }).nullable(),
  releasedAt: z.iso.datetime().nullable(),
  /** The original was changed after its translation. */
  isOutdated: z.boolean(),
  deleted: Deletion.optional(),
})
const Article = ArticleRow.extend({
  ...contents,
  chineseChangedAt: z.iso.datetime(),
  englishChangedAt: z.iso.datetime(),
})
export type ArticleForm = z.output<typeof ArticleForm>
export type ArticleRow = z.infer<typeof ArticleRow>
export type Article = z.infer<typeof Article>

/** What the versions of an article keep. */
const texts = {
  chineseTitle: z.string(),
  chineseSubtitle: z.string(),
  chineseContent: z.string(),
  englishTitle: z.string(),
  englishSubtitle: z.string(),
  englishContent: z.string(),
}
const KeptVersion = z.object({
  /** From 1 on. */
  number: z.number().int(),
  at: z.iso.datetime(),
  /** Null: unknown. */
  by: z.string().nullable(),
  /** The languages in which it differs from the previous version. */
  changed: z.array(z.enum(languages)),
})
export type KeptVersion = z.infer<typeof KeptVersion>
const ArticleTexts = z.object(texts)
export type ArticleTexts = z.infer<typeof ArticleTexts>
const VersionNumber = z.number().int().min(1).max(2_147_483_647)

const articleFilter = z.object({
  search: Search,
  status: chosen(releaseNames),
  categoryId: Id.optional(),
  coverMode: chosen(coverModeNames),
  /** Which versions it has. */
  languages: z.enum(['both', 'zh-CN', 'en-US']).optional(),
  ...DeletedFilter.shape,
})

type Written =
  | 'device_install_admin_list'
  | 'device_maintain_admin_list'
  | 'device_common_problem_admin_list'
  | 'farming_foundation_admin_list'
  | 'breeding_instruction_infor'
  | 'instruction_user_admin_list'

/** What editors can do with the articles of a family. */
function articlesOf<P extends string, const K extends Written>(path: P, permission: K, what: Text) {
  const noun = text(`${what['zh-CN']} {chineseTitle}`, `${what['en-US']} {englishTitle}`)
  const written = crud(path, permission, { item: Article, form: ArticleForm, filter: articleFilter, noun })
  return {
    ...written,
    create: { ...written.create, takesUpTo: CONTENTS_BYTES },
    update: { ...written.update, takesUpTo: CONTENTS_BYTES },
    ...releasing(path, permission, { item: Article, noun }),
    ...restoring(path, permission, { item: Article, noun }),
    list: get(path, `${permission}:query` as const, {
      query: PageQuery.extend(articleFilter.shape),
      returns: page(ArticleRow),
      fields,
    }),
    counts: counted(path, `${permission}:query`, articleFilter, ['status']),
    /** The latest versions, newest first. */
    versions: get(`${path}/:id/versions` as const, `${permission}:edit` as const, {
      returns: z.array(KeptVersion),
    }),
    /** The texts of one version and of the previous one. */
    texts: get(`${path}/:id/texts` as const, `${permission}:edit` as const, {
      query: z.object({ number: z.coerce.number().pipe(VersionNumber) }),
      returns: z.object({ now: ArticleTexts, before: ArticleTexts.nullable() }),
    }),
    restoreVersion: post(`${path}/:id/versions/restore` as const, `${permission}:edit` as const, {
      body: z.object({
        /** The version that becomes the article's text again. */
        number: VersionNumber,
        /** Of the article, as seen by whoever restores it. */
        version: Version,
      }),
      returns: Article,
      says: text(`将${noun['zh-CN']}恢复为第 {number} 版`, `Restored version {number} of ${noun['en-US']}`),
    }),
  }
}

const writing = '/admin/auth/articles'
export const articles = {
  install: articlesOf(`${writing}/install`, 'device_install_admin_list', articleNouns.install),
  maintain: articlesOf(`${writing}/maintain`, 'device_maintain_admin_list', articleNouns.maintain),
  faq: articlesOf(`${writing}/faq`, 'device_common_problem_admin_list', articleNouns.faq),
  basics: articlesOf(`${writing}/basics`, 'farming_foundation_admin_list', articleNouns.basics),
  news: articlesOf(`${writing}/news`, 'breeding_instruction_infor', articleNouns.news),
  instructions: articlesOf(
    `${writing}/instructions`,
    'instruction_user_admin_list',
    articleNouns.instructions,
  ),
}

const sorted = '/admin/auth/article-categories'
export const articleCategories = {
  install: categoriesOf(
    `${sorted}/install`,
    'device_install_admin_list_category',
    'device_install_admin_list:query',
    articleNouns.install,
  ),
  maintain: categoriesOf(
    `${sorted}/maintain`,
    'device_maintain_admin_list_category',
    'device_maintain_admin_list:query',
    articleNouns.maintain,
  ),
  faq: categoriesOf(
    `${sorted}/faq`,
    'device_common_problem_admin_list_category',
    'device_common_problem_admin_list:query',
    articleNouns.faq,
  ),
  basics: categoriesOf(
    `${sorted}/basics`,
    'farming_foundation_admin_list_category',
    'farming_foundation_admin_list:query',
    articleNouns.basics,
  ),
  instructions: categoriesOf(
    `${sorted}/instructions`,
    'instruction_user_classification_list',
    'instruction_user_admin_list:query',
    articleNouns.instructions,
  ),
}
