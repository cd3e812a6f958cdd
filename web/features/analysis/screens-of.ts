import { readingScreens } from '#shared/articles.ts'
import { paths } from '#shared/screens.ts'

/** Where the articles of each family are edited. */
export const articleLists = {
  install: paths.installEditors,
  maintain: paths.maintenanceEditors,
  faq: paths.faqEditors,
  basics: paths.basicsEditors,
  news: paths.newsEditors,
  instructions: paths.instructionEditors,
} as const
/** Where they are read; a family is named after that screen. */
export const articleReaders = { ...readingScreens, instructions: paths.instructions }
/** Kinds of users of a screen: the first word of the counted key. */
export const screenKinds = ['1', '2', '3'] as const
