import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { apiToken } from '../../platform/database/tables/personal.ts'
import { buildUser } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'

export const fixture: Fixture = {
  module: 'data-screen',
  row: async ({ services, offices }) => {
    const { id: accountId } = await buildUser(services, offices.direct)
    const row = {
      id: newId(),
      accountId,
      officePath: offices.direct.path,
      name: 'Lobby',
      permissions: [],
      isWall: true,
      tokenHash: newId(),
      expiresAt: new Date(Date.now() + 60_000),
    }
    await services.store.scoped(SYSTEM).insert(apiToken).values(row)
    return row
  },
}
