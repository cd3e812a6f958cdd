/** Where the articles of each family are listed. */
export const articleLists = {
  install: '/device-install/admin-list',
  maintain: '/device-maintain/maintain/admin-list',
  faq: '/device-maintain/common-problem/admin-list',
  basics: '/breeding-instruction/farming-foundation/admin-list',
  news: '/breeding-instruction/infor-admin/index',
  instructions: '/instructions-use/admin',
} as const
/** Where people read them, after which a family is called. */
export const articleReaders = {
  install: '/device-install/install',
  maintain: '/device-maintain/maintain',
  faq: '/device-maintain/common-problem',
  basics: '/breeding-instruction/farming-foundation',
  news: '/breeding-instruction/infor',
  instructions: '/instructions-use/client',
} as const
/** Where visits are looked at person by person. */
export const VISITS = '/user-trajectory/analyze'
/** Whose people opened a screen: the first word of what it is counted by. */
export const screenKinds = ['1', '2', '3'] as const
