import { z } from 'zod'
import { del, get, put, secret, Version } from '../endpoint.ts'
import { sexes } from '../people.ts'
import { isTimeZone } from '../zone-time.ts'

/** Side of the square a picture of a person is kept in, in pixels. */
export const AVATAR_SIDE = 256
/** Bytes of it. */
export const AVATAR_BYTES = 200_000

const words = (max: number) => z.string().trim().max(max)

/** What people keep of themselves; login id, job and department are their administrator's to say. */
export const ProfileForm = z.object({
  actualName: words(100).min(1),
  phone: words(40).nullish(),
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
  /** Address of the picture, good for some minutes. */
  avatar: secret(z.string()).nullable(),
  /** Chosen by the user; null = their department's. */
  timeZone: z.string().nullable(),
  version: z.number().int(),
})
export type Profile = z.infer<typeof Profile>

/** The bytes of a picture. */
const Picture = z.custom<Uint8Array>(value => value instanceof Uint8Array)

const path = '/admin/auth/personal'

/** The personal center: what somebody keeps of themselves. Nobody reaches another's. */
export const personal = {
  profile: get(path, 'signedIn', { returns: Profile, summary: 'What is known of the signed-in user.' }),
  saveProfile: put(path, 'signedIn', {
    body: ProfileForm,
    returns: Profile,
    says: { 'en-US': 'Changed own profile', 'zh-CN': '修改个人资料' },
  }),
  setTimeZone: put(`${path}/time-zone`, 'signedIn', {
    whenReadOnly: true,
    /** null: the zone of the department. */
    body: z.object({ timeZone: z.string().max(64).refine(isTimeZone).nullable() }),
    returns: Profile,
    says: { 'en-US': 'Changed own time zone', 'zh-CN': '修改个人时区' },
  }),
  setAvatar: put(`${path}/avatar`, 'signedIn', {
    body: Picture,
    takes: 'image/jpeg',
    returns: Profile,
    says: { 'en-US': 'Changed own picture', 'zh-CN': '更换个人头像' },
  }),
  removeAvatar: del(`${path}/avatar`, 'signedIn', {
    returns: Profile,
    says: { 'en-US': 'Removed own picture', 'zh-CN': '移除个人头像' },
  }),
}
