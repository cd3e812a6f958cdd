import type { Client } from 'pg'
import type { CostRow, EggSale, SoldLot } from '#shared/flock-sales.ts'
import { eggWeightAt, weightAt } from '#shared/standards/standards.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import { newId } from '../../platform/database/ids.ts'
import { HOUSED_AT } from './demo-flocks.ts'
import { chance, daysOf, storeDays, type ToldFlock } from './demo-records.ts'

/** Flocks that a house had before the present one, by its controller's code; prices are ordinary ones of their country. */
interface Past {
  code: string
  user: string
  /** How many, how long each stayed, and how long the house then stood empty. Days */
  flocks: number
  stays: number
  empty: number
  why: string
  currency: string
  buyer: string
  /** Paid per kg of live weight, and per kg of eggs. */
  birdPrice: string
  eggPrice: string | null
  /** A bird that came, and what else it cost until it left; a tonne of feed where no book of the house says it. */
  birdCost: number
  costs: Partial<Record<CostRow['kind'], number>>
  tonnePrice: number | null
}

const broiler = {
  user: 'linden',
  stays: 41,
  empty: 12,
  why: 'All caught',
  currency: 'EUR',
  buyer: 'Gelderland Poultry',
  birdPrice: '1.09',
  eggPrice: null,
  birdCost: 0.42,
  costs: { medicine: 0.03, energy: 0.11, litter: 0.02, catching: 0.05, cleaning: 0.03 },
}
const past: readonly Past[] = [
  { ...broiler, code: 'EC-BV-01', flocks: 2, tonnePrice: null },
  { ...broiler, code: 'EC-BV-02', flocks: 1, tonnePrice: 412.5 },
  { ...broiler, code: 'EC-BV-03', flocks: 1, tonnePrice: 412.5 },
  {
    code: 'EC-WF-01',
    user: 'owner',
    flocks: 1,
    stays: 371,
    empty: 21,
    why: '全群淘汰',
    currency: 'CNY',
    buyer: '潍坊禽蛋批发市场',
    birdPrice: '9.60',
    eggPrice: '8.40',
    birdCost: 27,
    costs: { medicine: 1.6, energy: 3.1, labour: 4.2, cleaning: 0.6 },
    tonnePrice: null,
  },
]

/**
 * Gives some houses of the demonstration the flocks they had before, recorded to the last day and with their accounts, unless they
 * have them: without one nothing can be held against the last flock, and no close shows. To be called before the feed
 * books are kept, in a transaction of the owner with the system's scope.
 */
export async function tellPastFlocks(client: Client): Promise<void> {
  for (const each of past) await tellPast(client, each)
}

interface Present extends ToldFlock {
  houseId: string
}

async function tellPast(client: Client, each: Past): Promise<void> {
  const { rows } = await client.query<Present>(
    `select f.id, d.code, f.house_id as "houseId", f.office_path as "officePath", f.farm_path as "farmPath", f.type, f.breed,
      f.placed_on::text as "placedOn", f.hatched_on::text as "hatchedOn", f.placed_count as placed, f.placed_males as males,
      a.id as "accountId", a.actual_name as "actorName", coalesce(a.language, 'en-US') as language
    from flock f join house_device s on s.house_id = f.house_id and s."to" is null
    join device d on d.id = s.device_id and d.code = $1 join account a on a.username_key = $2
    where f.ended_on is null and f.deleted_at is null
      and not exists (select from flock e where e.house_id = f.house_id and e.ended_on is not null)`,
    [each.code, each.user],
  )
  const [present] = rows
  if (!present) return
  for (let n = each.flocks; n > 0; n--) {
    const placedOn = daysAfter(present.placedOn, -n * (each.stays + each.empty))
    const hatchedOn = present.hatchedOn && daysAfter(placedOn, -HOUSED_AT[present.type])
    // Of a code of its own: its days are not those of the present flock over again.
    const flock = { ...present, id: newId(), code: `${each.code} ${n}`, placedOn, hatchedOn }
    await tellOne(client, each, flock)
  }
}

async function tellOne(client: Client, each: Past, flock: Present): Promise<void> {
  const { id, placedOn, hatchedOn, placed } = flock
  const endedOn = daysAfter(placedOn, each.stays)
  await client.query(
    `insert into flock (id, number, house_id, office_path, farm_path, type, category, breed, placed_on, hatched_on, placed_count,
      placement_day, matured_on, mature_count, ended_on, close_reason)
    select $1, next_flock_number($3::date), house_id, office_path, farm_path, type, category, breed, $3::date, $4::date,
      placed_count, placement_day, case when matured_on is not null then $3::date end, mature_count, $5::date, $6
    from flock where house_id = $2 and ended_on is null and deleted_at is null`,
    [id, flock.houseId, placedOn, hatchedOn, endedOn, each.why],
  )
  // It was closed then, not now.
  await client.query(`update flock set closed_at = ended_on + time '18:00' where id = $1`, [id])
  const days = daysOf(flock, placedOn, endedOn)
  const lost = days.reduce((sum, { dead, culled }) => sum + dead + culled, 0)
  const left = placed - lost
  const weight = weightAt(flock.breed, daysBetween(hatchedOn ?? placedOn, endedOn))?.mid ?? 0
  // Birds come fasted to the scales, and no whole flock reaches what a breeder promises.
  const atGate = 0.91 + 0.05 * chance(flock.code, 0, 'gate')
  const kg = Math.round((left * weight * atGate) / 1_000)
  const last = days.at(-1)
  // The morning of the catching: weighed at the gate, and nothing is fed any more.
  const caught = { ...last, sold: left, sold_kg: kg, weight: null, uniformity: null, feed: 0 }
  await storeDays(client, flock, [...days.slice(0, -1), caught])
  const fed = days.slice(0, -1).reduce((sum, { feed }) => sum + feed, 0)
  await client.query(
    `insert into flock_account (flock_id, office_path, farm_path, currency, lots, eggs, costs) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      flock.officePath,
      flock.farmPath,
      each.currency,
      JSON.stringify([lotOf(each, { day: endedOn, birds: left, liveKg: kg })]),
      JSON.stringify(eggsOf(each, flock, endedOn, days)),
      JSON.stringify(costsOf(each, placed, fed)),
    ],
  )
}

const lotOf = ({ birdPrice, buyer }: Past, lot: Pick<SoldLot, 'day' | 'birds' | 'liveKg'>): SoldLot => ({
  ...lot,
  price: birdPrice,
  per: 'liveKg',
  buyer,
})

/** All eggs that were sound, sold by weight. */
function eggsOf(
  { eggPrice, buyer }: Past,
  { breed, placedOn, hatchedOn }: Present,
  day: string,
  days: ReturnType<typeof daysOf>,
): EggSale[] {
  if (eggPrice === null) return []
  let [eggs, kg] = [0, 0]
  for (const each of days) {
    const age = daysBetween(hatchedOn ?? placedOn, each.day)
    const sound = each.eggs_sound ?? 0
    eggs += sound
    kg += (sound * (eggWeightAt(breed, age)?.mid ?? 0)) / 1_000
  }
  return [{ day, grade: 'ungraded', eggs, eggKg: Math.round(kg), price: eggPrice, per: 'kg', buyer }]
}

function costsOf({ birdCost, costs, tonnePrice }: Past, placed: number, feedKg: number): CostRow[] {
  const amount = (sum: number) => String(Math.round(sum))
  return [
    { kind: 'chicks', what: '', amount: amount(placed * birdCost) },
    ...(tonnePrice === null
      ? []
      : [{ kind: 'feed' as const, what: '', amount: amount((feedKg * tonnePrice) / 1_000) }]),
    ...Object.entries(costs).map(([kind, each]) => ({
      kind: kind as CostRow['kind'],
      what: '',
      amount: amount(placed * each),
    })),
  ]
}
