import { z } from 'zod'
import { get, Id, post, secret } from '../endpoint.ts'
import { line } from '../line.ts'
import { PasskeyAnswer } from './session.ts'

const Moment = z.iso.datetime()

const SecondFactors = z.object({
  /** Whether the user's rights require one. */
  isRequired: z.boolean(),
  app: z.object({ id: Id, createdAt: Moment, lastUsedAt: Moment.nullable() }).nullable(),
  passkeys: z.array(z.object({ id: Id, name: z.string(), createdAt: Moment, lastUsedAt: Moment.nullable() })),
  recoveryCodesLeft: z.number().int(),
})
export type SecondFactors = z.infer<typeof SecondFactors>

/** After a first factor: ten codes in case it is lost, shown only this once. */
const Confirmed = z.object({ recoveryCodes: secret(z.array(z.string())).nullable() })

const path = '/admin/auth/personal/second-factor'
/** Somebody who finds an open page must not be able to change how its owner signs in. */
const wantsProof = true

/** What users sign in with besides the password: an app that makes codes, passkeys, recovery codes. */
export const secondFactor = {
  state: get(path, 'signedIn', { returns: SecondFactors }),
  beginApp: post(`${path}/app`, 'signedIn', {
    changes: null,
    whenReadOnly: true,
    wantsProof,
    returns: z.object({ secret: secret(z.string()), uri: secret(z.string()) }),
    says: { 'en-US': 'Started setting up a code app', 'zh-CN': '开始设置动态验证码应用' },
    summary: 'The secret for an app that makes codes; good once a first code was sent.',
  }),
  confirmApp: post(`${path}/app/confirm`, 'signedIn', {
    changes: path,
    whenReadOnly: true,
    body: z.object({ code: secret(z.string().trim().min(6).max(16)) }),
    returns: Confirmed,
    says: { 'en-US': 'Set up a code app for sign-in', 'zh-CN': '启用动态验证码登录' },
  }),
  beginPasskey: post(`${path}/passkey`, 'signedIn', {
    changes: null,
    whenReadOnly: true,
    wantsProof,
    /** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
    returns: z.looseObject({ challenge: secret(z.string()) }),
    says: { 'en-US': 'Started setting up a passkey', 'zh-CN': '开始设置通行密钥' },
  }),
  addPasskey: post(`${path}/passkey/confirm`, 'signedIn', {
    changes: path,
    whenReadOnly: true,
    body: z.object({ name: line(60).min(1), response: secret(PasskeyAnswer) }),
    returns: Confirmed,
    says: { 'en-US': 'Added passkey {name}', 'zh-CN': '添加通行密钥“{name}”' },
  }),
  remove: post(`${path}/remove`, 'signedIn', {
    changes: path,
    whenReadOnly: true,
    wantsProof,
    body: z.object({ id: Id }),
    returns: z.null(),
    says: { 'en-US': 'Removed a second factor', 'zh-CN': '移除一项两步验证' },
  }),
  renewCodes: post(`${path}/recovery-codes`, 'signedIn', {
    changes: path,
    whenReadOnly: true,
    wantsProof,
    returns: z.object({ recoveryCodes: secret(z.array(z.string())) }),
    says: { 'en-US': 'Created new recovery codes', 'zh-CN': '重新生成恢复码' },
  }),
}
