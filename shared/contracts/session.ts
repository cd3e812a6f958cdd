import { z } from 'zod'
import { get, Id, post, secret } from '../endpoint.ts'
import { actions, type PermissionId, permissionIds } from '../permissions.ts'
import { languages } from '../text.ts'
import { unitSystems } from '../units.ts'

const credential = (max: number) => z.string().max(max)
/** The browser's answer for a passkey: WebAuthn's `AuthenticationResponseJSON` or `RegistrationResponseJSON`. */
export const PasskeyAnswer = z.object({
  id: credential(1_400),
  rawId: credential(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: credential(40).nullish(),
  response: z.record(z.string().max(40), z.union([credential(20_000), z.array(credential(40)), z.number()])),
  clientExtensionResults: z.record(z.string(), z.unknown()),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

export const Login = z.object({
  username: z.string().trim().min(1).max(128),
  password: secret(z.string().min(1).max(128)),
  /** Second factor, if the account has one. */
  otp: secret(z.string().max(16)).optional(),
  /** Or a passkey that signed what the 401 answer asked for. */
  passkey: secret(PasskeyAnswer).optional(),
})

export const HeldPermission = z.object({
  permissionId: z.enum(permissionIds as [PermissionId, ...PermissionId[]]),
  actionList: z.array(z.enum(actions)),
})

/** What a customer's users need to know of its contract or trial; days are last days, by its calendar. */
const CustomerStanding = z.object({
  kind: z.enum(['contractEnding', 'contractEnded', 'trialEnding', 'trialEnded']),
  endsOn: z.iso.date(),
  /** For a trial that has ended: until when its accounts may read. */
  readUntil: z.iso.date().nullable(),
})
export type CustomerStanding = z.infer<typeof CustomerStanding>

export const UserInfo = z.object({
  id: Id,
  username: z.string(),
  actualName: z.string(),
  /** Address of the user's picture, valid for some minutes. */
  avatar: z.string().nullable(),
  kind: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  officeId: Id,
  officeName: z.string(),
  /** From the nearest office upward that has one. */
  logo: z.string().nullable(),
  /** Whether the user holds the data screen's permission. */
  dataV: z.boolean(),
  language: z.enum(languages).nullable(),
  timeZone: z.string(),
  units: z.enum(unitSystems),
  /** The customer's trial has ended: changes are refused, except where endpoints allow them. */
  isReadOnly: z.boolean(),
  standing: CustomerStanding.nullable(),
  /** For staff: the installation was restored and sends nothing until it is told that it is the real one. */
  isSilent: z.boolean(),
  /** Staff who see only the customers of their own department, and only that department of the provider. */
  departmentOnly: z.boolean(),
  /** Lists may hold rows of several customers and say whose they are: for staff, agents, and farms that are agents too. */
  seesCustomers: z.boolean(),
  /** Signed in with a mailed password: until it is changed, every other call answers 403. */
  mustChangePassword: z.boolean(),
  /** Has far-reaching rights and no second factor: until one is set up, everything that needs a right answers 403. */
  mustSetFactor: z.boolean(),
  role: z.object({ id: z.string(), name: z.string(), permissions: z.array(HeldPermission) }),
})
export type UserInfo = z.infer<typeof UserInfo>

export const channels = ['web', 'android', 'ios'] as const

export const AppVersion = z.object({
  android: z.object({ url: z.string() }),
  ios: z.object({ url: z.string() }),
  /** The provider's official website; empty if there is none. */
  website: z.object({ url: z.string() }),
})

/** The calls of the specification, section 7. */
export const session = {
  login: post('/admin/open/login', 'public', {
    body: Login,
    returns: z.string(),
    summary:
      'Sign in. Answers the access token, valid 7 days; 401 with `isLogin` and what is possible when a second factor is wanted.',
  }),
  userInfo: get('/admin/auth/user/token', 'signedIn', {
    inPerson: false,
    query: z.object({ channel: z.enum(channels).optional() }),
    returns: UserInfo,
    servesMailedPassword: true,
    servesWall: true,
    summary: 'The signed-in user with the union of their roles.',
  }),
  prove: post('/admin/auth/user/proof', 'signedIn', {
    changes: null,
    // It is the proof.
    wantsProof: false,
    whenReadOnly: true,
    body: Login.omit({ username: true }),
    returns: z.null(),
    says: null,
    summary:
      'Proves again who one is, for ten minutes; 401 with `isLogin` and what is possible when a second factor is wanted.',
  }),
  logout: post('/admin/open/logout', 'public', {
    returns: z.null(),
    summary: 'End the session of the token that is sent; without one nothing happens.',
  }),
  appVersion: get('/admin/open/app-version', 'public', {
    returns: AppVersion,
    summary:
      'Addresses of the mobile apps, shown as QR codes, and of the official website; empty when there is none.',
  }),
}
