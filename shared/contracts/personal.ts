import { z } from 'zod'
import { Email } from '../accounts.ts'
import { del, get, post, put, secret, unsaid, Version } from '../endpoint.ts'
import { line } from '../line.ts'
import { sexes } from '../people.ts'
import { Picture } from '../pictures.ts'
import { isTimeZone } from '../zone-time.ts'
import { Job } from './jobs.ts'

/** What people edit about themselves; login id, job and department are up to their administrator. */
export const ProfileForm = z.object({
  actualName: line(100).min(1),
  phone: line(40).nullish(),
  sex: z.enum(sexes).nullish(),
  version: Version.optional(),
})

export const Profile = z.object({
  username: z.string(),
  actualName: z.string(),
  phone: z.string().nullable(),
  sex: z.enum(sexes).nullable(),
  job: z.string().nullable(),
  email: z.string().nullable(),
  /** Requested, and effective once the link mailed to it is opened. */
  pendingEmail: z.string().nullable(),
  /** Address of the picture, valid for some minutes. */
  avatar: unsaid(z.string()).nullable(),
  /** Chosen by the user; null = their department's. */
  timeZone: z.string().nullable(),
  /** Since when the user has waited for their data to be erased. */
  erasureAskedAt: z.iso.datetime().nullable(),
  version: z.number().int(),
})
export type Profile = z.infer<typeof Profile>

const path = '/admin/auth/personal'

/** The personal center: what users edit about themselves. Nobody reaches another's. */
export const personal = {
  profile: get(path, 'signedIn', { returns: Profile, summary: 'What is known of the signed-in user.' }),
  saveProfile: put(path, 'signedIn', {
    body: ProfileForm,
    returns: Profile,
    says: { 'en-US': 'Changed own profile', 'zh-CN': '修改个人资料' },
  }),
  changeEmail: post(`${path}/email`, 'signedIn', {
    changes: path,
    wantsProof: true,
    body: z.object({ email: Email }),
    returns: Profile,
    says: { 'en-US': 'Requested a change of own e-mail address', 'zh-CN': '申请更换个人邮箱' },
    summary: 'Mails a link to the new address; the present one stays in force until it is opened.',
  }),
  confirmEmail: post('/admin/open/confirm-email', 'public', {
    body: z.object({ token: secret(z.string().min(1).max(128)) }),
    returns: z.object({ state: z.enum(['confirmed', 'taken', 'expired']) }),
    summary: 'Puts a new address in force with the token of the mailed link; may be repeated.',
  }),
  setTimeZone: put(`${path}/time-zone`, 'signedIn', {
    changes: path,
    whenReadOnly: true,
    /** null: the department's. */
    body: z.object({ timeZone: z.string().max(64).refine(isTimeZone).nullable() }),
    returns: Profile,
    says: { 'en-US': 'Changed own time zone', 'zh-CN': '修改个人时区' },
  }),
  setAvatar: put(`${path}/avatar`, 'signedIn', {
    changes: path,
    body: Picture,
    takes: 'image/jpeg',
    returns: Profile,
    says: { 'en-US': 'Changed own picture', 'zh-CN': '更换个人头像' },
  }),
  exportData: post(`${path}/export-data`, 'signedIn', {
    changes: null,
    whenReadOnly: true,
    wantsProof: true,
    returns: Job,
    says: { 'en-US': 'Exported own data', 'zh-CN': '导出个人数据' },
    summary: 'All that is kept of the signed-in user, as an Excel file.',
  }),
  askErasure: post(`${path}/erasure`, 'signedIn', {
    changes: path,
    whenReadOnly: true,
    wantsProof: true,
    returns: Profile,
    says: { 'en-US': 'Requested erasure of own data', 'zh-CN': '申请抹除个人数据' },
    summary: 'Tells those who may erase the signed-in user; one of them does it.',
  }),
  withdrawErasure: del(`${path}/erasure`, 'signedIn', {
    changes: path,
    whenReadOnly: true,
    returns: Profile,
    says: { 'en-US': 'Withdrew the request to erase own data', 'zh-CN': '撤回抹除个人数据的申请' },
  }),
  removeAvatar: del(`${path}/avatar`, 'signedIn', {
    changes: path,
    returns: Profile,
    says: { 'en-US': 'Removed own picture', 'zh-CN': '移除个人头像' },
  }),
}
