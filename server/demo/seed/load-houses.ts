import type { Client } from 'pg'
import type { HouseType } from '#shared/signals.ts'
import type { Breed } from '#shared/standards/standards.ts'
import type { OwnerDb } from './accounts.ts'
import type { DemoSite } from './demo-farms.ts'
import { addHouses } from './houses.ts'
import { addOffice, type OfficeNode, seededOffice } from './offices.ts'

/** Gateways whose houses belong to the load test. */
const LOAD_PREFIX = 'LOAD-GW-'
const HOUSES_A_GATEWAY = 4
const TIME_ZONE = 'Asia/Shanghai'
const CUSTOMER_ID = 'load-test'
const NAME = { 'zh-CN': '负载测试', 'en-US': 'Load test' }
const flocks: [HouseType, Breed, number, number][] = [
  ['layer', 'hyline-brown', 240, 30_000],
  ['broiler', 'ross308', 21, 36_000],
  ['pullet', 'lohmann-brown-classic', 70, 28_000],
  ['breeder', 'ross308-ps', 220, 9_000],
]

/**
 * Registers the houses of the customer "Load test", four per gateway, with as many gateways as `count` houses need; existing
 * ones stay as they are. Whole gateways only: the server looks up what is behind one when it first signs in.
 * Returns the gateways' codes, and how many of them are new. In a transaction of the owner with the system's scope.
 */
export async function addLoadHouses(
  client: Client,
  db: OwnerDb,
  count: number,
  secretOf: (code: string) => string,
): Promise<{ codes: ReadonlySet<string>; added: number }> {
  const office = await loadCustomer(client)
  const { rows } = await client.query<{ code: string }>(
    'select code from device where deleted_at is null and office_path = $1',
    [office.path],
  )
  const existing = new Set(rows.map(({ code }) => code))
  const codes = new Set<string>()
  const sites: DemoSite[] = []
  for (let first = 0; first < count; first += HOUSES_A_GATEWAY) {
    const gateway = LOAD_PREFIX + numbered(first / HOUSES_A_GATEWAY + 1)
    codes.add(gateway)
    if (existing.has(gateway)) continue
    const numbers = Array.from({ length: HOUSES_A_GATEWAY }, (_, i) => first + i)
    sites.push({
      gateway,
      latitude: 30 + (first % 100) / 10,
      longitude: 105 + (first % 130) / 10,
      houses: Object.fromEntries(
        numbers.map(number => [`LOAD-EC-${numbered(number + 1)}`, loadHouse(number)]),
      ),
    })
  }
  const BATCH = 100
  for (let i = 0; i < sites.length; i += BATCH)
    await addHouses(db, office, TIME_ZONE, sites.slice(i, i + BATCH), secretOf)
  return { codes, added: sites.length }
}

const numbered = (number: number) => String(number).padStart(5, '0')

function loadHouse(number: number): DemoSite['houses'][string] {
  const [type, breed, ageDays, birds] = flocks[number % flocks.length] as (typeof flocks)[number]
  return {
    name: `Load ${numbered(number + 1)}`,
    type,
    breed,
    lengthM: 90,
    widthM: 14,
    heightM: 3.4,
    ageDays,
    birds,
  }
}

async function loadCustomer(client: Client): Promise<OfficeNode> {
  const known = await seededOffice(client, CUSTOMER_ID, NAME)
  if (known) return known
  const { rows: roots } = await client.query(`select id, path from office where kind = 'provider'`)
  return addOffice(client, {
    id: CUSTOMER_ID,
    parent: roots[0],
    kind: 'customer',
    name: NAME,
    timeZone: TIME_ZONE,
  })
}
