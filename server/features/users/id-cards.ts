import { openIdCard } from '../../people/accounts/id-card.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { noteFound } from '../../platform/records/rows.ts'
import { findUser } from './users.queries.ts'

const NONE = { yours: null, current: null }

/** A user's full id card number. Each view is a line in the history, without the number. */
export async function showIdCard(call: ChangingCall & { params: { id: string } }) {
  const { db, params, language, services } = call
  const found = await findUser(db, params.id, language)
  // Nothing changes: the history keeps who viewed whose number, and when.
  const { shown } = await noteFound(call, found, ({ row }) => {
    if (row.idCard === null) throw refuse.conflict(NONE, 'user.noIdCard')
    const idCard = openIdCard(services.config.appSecret, row.id, row.idCard)
    if (idCard === null) throw refuse.conflict(NONE, 'user.idCardUnreadable')
    return { username: row.username, idCard }
  })
  return shown
}
