import { preferences } from '#shared/contracts/preferences.ts'
import { feature } from '../../platform/http/feature.ts'
import { keepChoices, readPreferences } from './preferences.queries.ts'

export const preferencesFeature = feature('preferences', preferences, {
  read: ({ transaction, viewer }) => transaction(db => readPreferences(db, viewer.accountId)),
  choose: async ({ db, viewer, body, before, afterwards, services }) => {
    before(await readPreferences(db, viewer.accountId))
    await keepChoices(db, viewer, body)
    // The cached caller has both.
    if (body.language || body.units)
      afterwards(() => services.events.emit('access', { accountIds: [viewer.accountId] }))
    return readPreferences(db, viewer.accountId)
  },
})
