import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { preference } from '../../platform/database/tables/preferences.ts'
import type { Services } from '../../platform/services.ts'

/** A chart view saved by a person; returns its id. */
export async function buildChartView(
  { store }: Services,
  of: { accountId: string; officePath: string },
  name: string,
): Promise<string> {
  const { accountId, officePath } = of
  const id = newId()
  const value = { name, metrics: ['Climate/Temp/Avg'], period: '7d', off: [] }
  await store
    .scoped(SYSTEM)
    .insert(preference)
    .values({ accountId, officePath, name: `chart:${id}`, value, chosenAt: new Date() })
  return id
}
