import type { houses, TemporarySetting } from '#shared/contracts/houses.ts'
import { temporaryNow } from '../../farm/settings/temporary.ts'
import type { Call } from '../../platform/http/call.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { seenOf } from './house-access.ts'
import { allHouses } from './houses.queries.ts'

/** What is temporarily set in the houses that the viewer may control, the next end first. */
export async function temporarySettings(call: Call<typeof houses.temporary>): Promise<TemporarySetting[]> {
  const { db, viewer, language } = call
  const set = await temporaryNow(db)
  // Mostly there is none, and this is asked every minute.
  if (set.size === 0) return []
  const shown = (await allHouses(db, viewer.scope, language)).filter(
    ({ isRemote, devices }) => isRemote && devices.some(({ id }) => set.has(id)),
  )
  await noteLook(call, 'settings', shown.map(seenOf))
  return shown
    .flatMap(({ row, devices }) =>
      devices.flatMap(({ id }) => (set.get(id) ?? []).map(each => ({ houseId: row.id, ...each }))),
    )
    .sort((a, b) => a.until - b.until)
}
