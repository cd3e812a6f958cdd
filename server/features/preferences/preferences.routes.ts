import { preferences } from '#shared/contracts/preferences.ts'
import { feature } from '../../http/feature.ts'
import { keepChoices, readPreferences } from './preferences.queries.ts'

export const preferencesFeature = feature('preferences', preferences, {
  read: ({ transaction, viewer }) => transaction(db => readPreferences(db, viewer.accountId)),
  choose: async ({ db, viewer, body, before }) => {
    before(await readPreferences(db, viewer.accountId))
    await keepChoices(db, viewer, body)
    return readPreferences(db, viewer.accountId)
  },
})
