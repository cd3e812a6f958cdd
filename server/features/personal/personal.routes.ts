import { type Profile, personal } from '#shared/contracts/personal.ts'
import { ownData } from '../../people/personal-data/person-workbook.ts'
import { keepAvatar, removeAvatar } from '../../platform/files/avatars.ts'
import type { AnyCall, ChangingCall } from '../../platform/http/call.ts'
import { feature } from '../../platform/http/feature.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { changeOwn } from '../../platform/records/rows.ts'
import { changeEmail, confirmEmail } from './email-change.ts'
import { askErasure, withdrawErasure } from './erasure.ts'
import { readProfile, saveProfile, saveTimeZone } from './profile.queries.ts'

const profileOf = ({ db, viewer, services }: Pick<ChangingCall, 'db' | 'viewer'> & AnyCall) =>
  readProfile(db, viewer.accountId, services.config.appSecret)
const changeProfile = (call: ChangingCall, change: (was: Profile) => Promise<unknown>) =>
  changeOwn(call, () => profileOf(call), change)

export const personalFeature = feature('personal', personal, {
  profile: call => profileOf(call),
  saveProfile: call => {
    const { db, viewer, body, services, afterwards } = call
    afterwards(() => services.events.emit('access', { accountIds: [viewer.accountId] }))
    return changeProfile(call, current => saveProfile(db, current, viewer.accountId, body))
  },
  changeEmail: call => changeProfile(call, () => changeEmail(call)),
  confirmEmail,
  setTimeZone: call => {
    const { db, viewer, body, services, afterwards } = call
    afterwards(() => services.events.emit('access', { accountIds: [viewer.accountId] }))
    return changeProfile(call, () => saveTimeZone(db, viewer.accountId, body.timeZone))
  },
  exportData: call => exporting(ownData)({ ...call, body: {} }),
  askErasure: call => changeProfile(call, () => askErasure(call)),
  withdrawErasure: call => changeProfile(call, () => withdrawErasure(call.db, call.viewer.accountId)),
  setAvatar: async call => {
    await keepAvatar(call.db, call.viewer, call.services.config.dataDir, call.body)
    return profileOf(call)
  },
  removeAvatar: async call => {
    await removeAvatar(call.db, call.viewer.accountId)
    return profileOf(call)
  },
})
