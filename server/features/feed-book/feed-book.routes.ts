import { feedBook } from '#shared/contracts/feed-book.ts'
import { feature } from '../../platform/http/feature.ts'
import { sheetOf } from '../../platform/jobs/requests.ts'
import { balanceOf } from './balance.ts'
import { feedBookSheet } from './feed-book.sheet.ts'
import { feedEntries } from './feed-entries.ts'

const { list, get, create, update, remove } = feedEntries

export const feedBookFeature = feature('feed-book', feedBook, {
  ...sheetOf(feedBookSheet),
  list,
  get,
  create,
  update,
  remove,
  balance: balanceOf,
})
