import { personal } from '#shared/contracts/personal.ts'
import { ownData } from '../../people/personal-data/person-workbook.ts'
import { keepAvatar, removeAvatar } from '../../platform/files/avatars.ts'
import type { AnyCall, ChangingCall } from '../../platform/http/call.ts'
import { feature } from '../../platform/http/feature.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { changeEmail, confirmEmail } from './email-change.ts'
import { askErasure, withdrawErasure } from './erasure.ts'
import { readProfile, saveProfile, saveTimeZone } from './profile.queries.ts'

const profileOf = ({ db, viewer, services }: Pick<ChangingCall, 'db' | 'viewer'> & AnyCall) =>
  readProfile(db, viewer.accountId, services.config.appSecret)

export const personalFeature = feature('personal', personal, {
  profile: call => profileOf(call),
  saveProfile: async call => {
    const current = await profileOf(call)
    call.before(current)
    await saveProfile(call.db, current, call.viewer.accountId, call.body)
    call.afterwards(() => call.services.events.emit('access', { accountIds: [call.viewer.accountId] }))
    return profileOf(call)
  },
  changeEmail: async call => {
    call.before(await profileOf(call))
    await changeEmail(call)
    return profileOf(call)
  },
  confirmEmail,
  setTimeZone: async call => {
    const { db, viewer, body, services, before, afterwards } = call
    before(await profileOf(call))
    await saveTimeZone(db, viewer.accountId, body.timeZone)
    afterwards(() => services.events.emit('access', { accountIds: [viewer.accountId] }))
    return profileOf(call)
  },
  exportData: call => exporting(ownData)({ ...call, body: {} }),
  askErasure: async call => {
    call.before(await profileOf(call))
    await askErasure(call)
    return profileOf(call)
  },
  withdrawErasure: async call => {
    call.before(await profileOf(call))
    await withdrawErasure(call.db, call.viewer.accountId)
    return profileOf(call)
  },
  setAvatar: async call => {
    await keepAvatar(call.db, call.viewer, call.services.config.dataDir, call.body)
    return profileOf(call)
  },
  removeAvatar: async call => {
    await removeAvatar(call.db, call.viewer.accountId)
    return profileOf(call)
  },
})
