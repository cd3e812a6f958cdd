import type { Grant } from '#shared/permissions.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { testApp } from '../../../testing/app.ts'
import { buildFlock, buildHouse } from '../../../testing/farm-builder.ts'

/** The house's today, so many days on. */
export const inDays = (days: number): string => daysAfter(dateIn('Asia/Shanghai', new Date()), days)
/** Grants on flocks. */
export const flockGrants = (...actions: string[]) => actions.map(action => `chicken_batch:${action}` as Grant)

/** A farm with a worker, who may only tell days, and an owner, who may change what was told. */
export async function hensFarm() {
  const farm = await testApp()
  const { sharing: office } = farm.offices
  const worker = await farm.as({ office, kind: 2, grants: flockGrants('query', 'get', 'add') })
  const owner = await farm.as({ office, kind: 2, grants: flockGrants('query', 'get', 'add', 'edit') })
  /** A thousand hens that came 30 days ago. */
  const hens = async () => {
    const house = await buildHouse(farm.services, office)
    return buildFlock(farm.services, office, {
      houseId: house.id,
      placedOn: inDays(-30),
      hatchedOn: inDays(-200),
      breed: 'hyline-brown',
      placedCount: 1_000,
    })
  }
  return { farm, worker, owner, hens }
}

/** What is wrong with a day, by field. */
export const faultsOf = (answer: { json(): { data: Record<string, string>[] } }): Record<string, string> =>
  Object.fromEntries(answer.json().data.map(({ field, message }) => [field, message]))
