import type { ChangingCall } from '../../http/call.ts'
import { refuse } from '../../http/errors.ts'
import { type SealedFor, seal, unseal } from '../../secrets/seal.ts'
import { findUser } from './users.queries.ts'

/** What of a number is shown, where it is long enough not to be told by it. */
const SHOWN = 4
const LONG = 8
const HIDDEN = '••••'
const NONE = { yours: null, current: null }

const of = (appSecret: string, accountId: string): SealedFor => ({
  ...{ appSecret, kind: 'id card number', rowId: accountId },
})

/** The number as it is stored. */
export const sealIdCard = (appSecret: string, accountId: string, number: string): string =>
  seal(of(appSecret, accountId), number.toUpperCase())

/** What everybody may see of a number: its end. */
export function maskedIdCard(appSecret: string, accountId: string, stored: string | null): string | null {
  if (stored === null) return null
  const number = unseal(of(appSecret, accountId), stored) ?? ''
  return number.length < LONG ? HIDDEN : `${HIDDEN} ${number.slice(-SHOWN)}`
}

/** The whole number of a user. That somebody looked at it is a line of the history, without the number. */
export async function showIdCard(call: ChangingCall & { params: { id: string } }) {
  const { db, params, language, services } = call
  const { row } = await findUser(db, params.id, language)
  if (row.idCard === null) throw refuse.conflict(NONE, 'user.noIdCard')
  const idCard = unseal(of(services.config.appSecret, row.id), row.idCard)
  if (idCard === null) throw refuse.conflict(NONE, 'user.idCardUnreadable')
  const answer = { username: row.username, idCard }
  // Nothing has changed: the history keeps who looked, at whom and when.
  call.before(answer)
  call.about(row.officePath)
  return answer
}
