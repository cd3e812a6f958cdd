import { z } from 'zod'
import { del, get, Id, post, secret } from '../endpoint.ts'
import { line } from '../line.ts'
import { HeldPermission } from './session.ts'

/** Valid tokens one person may have at a time. */
export const API_TOKENS_MAX = 20
/** How far ahead a token may end. */
export const API_TOKEN_DAYS = 365

const ApiToken = z.object({
  id: Id,
  name: z.string(),
  /** What it was granted; it may never do more than its owner may at the moment. */
  permissions: z.array(HeldPermission),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime(),
  /** Its last valid day, by its owner's calendar. */
  endsOn: z.iso.date(),
})
export type ApiToken = z.infer<typeof ApiToken>

const path = '/admin/auth/personal/api-tokens'

/** Tokens for programs that call in the name of their owner, sent as `Access-Token`. */
export const apiTokens = {
  list: get(path, 'signedIn', { returns: z.array(ApiToken) }),
  create: post(path, 'signedIn', {
    wantsProof: true,
    body: z.object({
      name: line(60).min(1),
      /** Its last valid day, in its owner's time zone. */
      endsOn: z.iso.date(),
      permissions: z.array(HeldPermission).min(1).max(100),
    }),
    /** The token itself is returned only this once. */
    returns: ApiToken.extend({ token: secret(z.string()) }),
    says: { 'en-US': 'Created API token {name}', 'zh-CN': '创建 API 令牌“{name}”' },
  }),
  remove: del(`${path}/:id`, 'signedIn', {
    whenReadOnly: true,
    returns: z.null(),
    says: { 'en-US': 'Revoked an API token', 'zh-CN': '吊销 API 令牌' },
  }),
}
