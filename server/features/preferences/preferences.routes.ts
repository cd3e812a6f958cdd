import { preferences } from '#shared/contracts/preferences.ts'
import { feature } from '../../platform/http/feature.ts'
import { changeOwn } from '../../platform/records/rows.ts'
import { keepChoices, readPreferences } from './preferences.queries.ts'

export const preferencesFeature = feature('preferences', preferences, {
  read: ({ transaction, viewer }) => transaction(db => readPreferences(db, viewer.accountId)),
  choose: call => {
    const { db, viewer, body, afterwards, services } = call
    // The cached caller has both.
    if (body.language || body.units)
      afterwards(() => services.events.emit('access', { accountIds: [viewer.accountId] }))
    return changeOwn(
      call,
      () => readPreferences(db, viewer.accountId),
      () => keepChoices(db, viewer, body),
    )
  },
})
