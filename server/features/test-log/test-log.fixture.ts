import { text } from '#shared/text.ts'
import { appendEntry } from '../../farm/test-log/append-entry.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import type { Services } from '../../platform/services.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import type { SeededOffice } from '../../testing/store.ts'

/** An entry in the log of an office's customer; its id is its code. */
export async function buildEntry(
  { store, config }: Services,
  office: SeededOffice,
  mark = 'Test User',
): Promise<{ id: string }> {
  const { code } = await store.transaction(SYSTEM, db =>
    appendEntry(db, config.appSecret, {
      officePath: office.path,
      at: new Date('2026-01-15T08:00:00Z'),
      house: null,
      item: text(mark, mark),
      isPassed: true,
      facts: { kind: 'thermostat', setPoint: 26, target: 22, ranFans: true },
      pictures: [],
      people: [{ accountId: null, name: mark, words: mark }],
    }),
  )
  return { id: code }
}

export const fixture: Fixture = {
  module: 'test-log',
  row: ({ services, offices }) => buildEntry(services, offices.direct),
}
