import { readingScreens } from '#shared/articles.ts'
import { paths } from '#shared/screens.ts'

/** Where the articles of each family are listed. */
export const articleLists = {
  install: paths.installEditors,
  maintain: paths.maintenanceEditors,
  faq: paths.faqEditors,
  basics: paths.basicsEditors,
  news: paths.newsEditors,
  instructions: paths.instructionEditors,
} as const
/** Where people read them, after which a family is called. */
export const articleReaders = { ...readingScreens, instructions: paths.instructions }
/** Whose people opened a screen: the first word of what it is counted by. */
export const screenKinds = ['1', '2', '3'] as const
