import { paths } from './screens.ts'
import { type Text, text } from './text.ts'

/** Where an article's picture is in the list: beside the text, three stacked, large, or none. */
export const coverModeNames = {
  none: text('无图', 'None'),
  left: text('左图', 'Left'),
  right: text('右图', 'Right'),
  three: text('三图', 'Three'),
  big: text('大图', 'Large'),
} as const
export type CoverMode = keyof typeof coverModeNames
/** How many pictures a mode shows. */
export const COVERS: Readonly<Record<CoverMode, number>> = { left: 1, right: 1, three: 3, big: 1, none: 0 }

/** Families of articles: each has its own screens, permissions and categories; breeding news has no categories. */
export const articleFamilies = ['install', 'maintain', 'faq', 'basics', 'news', 'instructions'] as const
export type ArticleFamily = (typeof articleFamilies)[number]

/** Families that have categories. */
export const sortedFamilies = ['install', 'maintain', 'faq', 'basics', 'instructions'] as const
export type SortedFamily = (typeof sortedFamilies)[number]
export const isSorted = (family: ArticleFamily): family is SortedFamily => family !== 'news'

/** What an article of each family is called in the history. */
export const articleNouns: Readonly<Record<ArticleFamily, Text>> = {
  install: text('安装文档', 'installation document'),
  maintain: text('维护文章', 'maintenance article'),
  faq: text('常见问题', 'FAQ'),
  basics: text('养殖基础文章', 'breeding article'),
  news: text('养殖资讯', 'news article'),
  instructions: text('使用说明', 'instruction'),
}

/** The screens on which each family is read. */
export const readingScreens = {
  install: paths.installDocs,
  maintain: paths.maintenance,
  faq: paths.faq,
  basics: paths.basics,
  news: paths.news,
  instructions: paths.instructionList,
} as const satisfies Readonly<Record<ArticleFamily, string>>

/** Most characters of a title and of a subtitle. */
export const TITLE_MAX = 120
export const SUBTITLE_MAX = 240
/** Most characters of a question that articles are compared with. */
export const LIKE_MAX = 300
/** Characters read per minute. */
const PACE = { 'zh-CN': 400, 'en-US': 1_100 } as const

/** Reading time of a text, in whole minutes. */
export const minutesOf = (characters: number, language: keyof typeof PACE): number =>
  Math.max(1, Math.round(characters / PACE[language]))
