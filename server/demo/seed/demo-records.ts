import type { Client } from 'pg'
import { poissonAt, seedOf } from '#shared/chance.ts'
import { dayZero } from '#shared/flock.ts'
import type { HouseType } from '#shared/signals.ts'
import { flockDay } from '#shared/standards/flock-day.ts'
import {
  type Breed,
  breeds,
  eggWeightAt,
  layRateAt,
  likelySurvival,
  weightAt,
} from '#shared/standards/standards.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import { newId } from '../../platform/database/ids.ts'
import { type Trouble, troubleOf } from './demo-trouble.ts'

/** A flock whose days are made up, by the code of its house's controller. */
export interface ToldFlock {
  id: string
  code: string
  officePath: string
  farmPath: string
  type: HouseType
  breed: Breed
  placedOn: string
  hatchedOn: string | null
  placed: number
  /** Of breeders. */
  males: number | null
  accountId: string | null
  actorName: string | null
  language: 'zh-CN' | 'en-US'
}

interface Flock extends ToldFlock {
  gateways: string[]
  /** The day before today at the house, and the last recorded one. */
  yesterday: string
  lastOn: string | null
}

/**
 * Writes the daily records of the simulated houses' flocks up to yesterday, as their people would have: close to the breed
 * standard, and the same in every demonstration. Only for gateways whose code `has` accepts. In a transaction of the owner with
 * the system's scope.
 */
export async function tellDemoDays(client: Client, has: (gatewayCode: string) => boolean): Promise<void> {
  const { rows } = await client.query<Flock>(
    `select f.id, min(d.code) as code, array_agg(g.code) as gateways,
      f.office_path as "officePath", f.farm_path as "farmPath", f.type, f.breed, f.placed_on::text as "placedOn",
      f.hatched_on::text as "hatchedOn", f.placed_count as placed, f.placed_males as males,
      ((now() at time zone coalesce(h.time_zone, o.time_zone))::date - 1)::text as yesterday,
      (select max(r.day)::text from flock_record r where r.flock_id = f.id) as "lastOn",
      p.id as "accountId", p.actual_name as "actorName", coalesce(p.language, 'en-US') as language
    from flock f join house h on h.id = f.house_id join office o on o.id = h.office_id
    join house_device s on s.house_id = h.id and s."to" is null
    join device d on d.id = s.device_id and d.type = 'controller' join device g on g.id = d.gateway_id
    left join lateral (select a.id, a.actual_name, a.language from account a
      where starts_with(a.office_path, f.farm_path) and a.kind = 2 and a.deleted_at is null and a.erased_at is null
      order by a.created_at, a.id limit 1) p on true
    where f.deleted_at is null and f.ended_on is null and f.placed_count is not null and f.breed = any($1)
    group by f.id, h.id, o.time_zone, p.id, p.actual_name, p.language`,
    [breeds],
  )
  for (const flock of rows.filter(each => each.gateways.some(has))) await tellFlock(client, flock)
}

async function tellFlock(client: Client, flock: Flock): Promise<void> {
  const from = flock.lastOn === null ? flock.placedOn : daysAfter(flock.lastOn, 1)
  await storeDays(client, flock, daysOf(flock, from, flock.yesterday))
}

/** The made-up days of a flock from one to another. */
export function daysOf(flock: ToldFlock, from: string, until: string) {
  const zero = dayZero({ type: flock.type, flockStartedOn: flock.placedOn, flockHatchedOn: flock.hatchedOn })
  const trouble = troubleOf(flock.code, flock.language)
  const length = Math.max(0, daysBetween(from, until) + 1)
  return Array.from({ length }, (_, i) => {
    const day = daysAfter(from, i)
    return { id: newId(), day, ...dayOf(flock, daysBetween(zero ?? flock.placedOn, day), trouble) }
  })
}

/** Stores days as their flock's records. */
export async function storeDays(client: Client, flock: ToldFlock, days: readonly object[]): Promise<void> {
  if (days.length === 0) return
  await client.query(
    `insert into flock_record (id, flock_id, office_path, farm_path, day, dead, dead_cause, culled, eggs_sound, eggs_broken,
      eggs_dirty, eggs_soft, eggs_hatching, egg_weight, feed, water, weight, uniformity, sold, sold_kg, dead_males, culled_males,
      weight_males, eggs_set, eggs_fertile, chicks, treatments, note, account_id, actor_name,
      changed_at)
    select r.id, $2, $3, $4, r.day, r.dead, r.dead_cause, r.culled, r.eggs_sound, r.eggs_broken, r.eggs_dirty, r.eggs_soft,
      r.eggs_hatching, r.egg_weight, r.feed, r.water, r.weight, r.uniformity, r.sold, r.sold_kg, r.dead_males, r.culled_males,
      r.weight_males, r.eggs_set, r.eggs_fertile, r.chicks, coalesce(r.treatments, '[]'), coalesce(r.note, ''),
      $5, $6, r.day + time '10:00'
    from jsonb_to_recordset($1::jsonb) as r(id text, day date, dead int, dead_cause text, culled int, eggs_sound int,
      eggs_broken int, eggs_dirty int, eggs_soft int, eggs_hatching int, egg_weight float, feed float, water float, weight float,
      uniformity float, sold int, sold_kg float, dead_males int, culled_males int, weight_males float, eggs_set int, eggs_fertile int,
      chicks int, treatments jsonb, note text)`,
    [
      JSON.stringify(days),
      flock.id,
      flock.officePath,
      flock.farmPath,
      flock.accountId,
      flock.actorName ?? '',
    ],
  )
}

/** A number from 0 to 1, always the same for the same house, day and purpose. */
export function chance(code: string, age: number, purpose: string): number {
  let hash = 2_166_136_261
  for (const letter of `${code} ${age} ${purpose}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619)
  // The last letters alone would hardly change the result.
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507)
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296
}

/** The birds of a controller's house. */
interface Placed {
  code: string
  breed: Breed
  birds: number
  /** days of age when they came */
  arrivedAge: number
}

/** How many are lost on a day: as many more or fewer than the standard as chance makes them, more where a flock suffers. */
function lostOn({ code, breed, birds, arrivedAge }: Placed, age: number): number {
  const kept = (at: number) => likelySurvival(breed, arrivedAge, Math.max(arrivedAge, at)) / 100
  const strain = troubleOf(code, 'en-US')?.at(age) ?? 0
  const expected = birds * Math.max(0, kept(age) - kept(age + 1)) * (1 + 1.5 * strain)
  return poissonAt(seedOf(code, 'lost'), age, expected)
}

/** Days for which a controller knows what will be recorded. */
const BOOK_DAYS = 1_000

/** The losses of each day since the birds came, for the controller that counts them: what people record is what it counted. */
export const lossesOf = (
  code: string,
  house: Omit<Placed, 'code' | 'breed'> & { breed: string },
): number[] =>
  isBreed(house.breed)
    ? Array.from({ length: BOOK_DAYS }, (_, day) =>
        lostOn({ ...house, code, breed: house.breed as Breed }, house.arrivedAge + day),
      )
    : []
const isBreed = (name: string): name is Breed => breeds.some(breed => breed === name)

/** Share of lost birds that were culled. */
const CULLED = 0.2

function dayOf(flock: ToldFlock, age: number, trouble: Trouble | null) {
  const { code, breed, placed, placedOn, hatchedOn } = flock
  const off = (purpose: string, share: number) => 1 + (chance(code, age, purpose) - 0.5) * 2 * share
  const placedAge = hatchedOn === null ? 0 : daysBetween(hatchedOn, placedOn)
  const kept = (at: number) => likelySurvival(breed, placedAge, Math.max(placedAge, at)) / 100
  const alive = placed * kept(age)
  const strain = trouble?.at(age) ?? 0
  const lost = lostOn({ code, breed, birds: placed, arrivedAge: placedAge }, age)
  const culled = Math.round(lost * CULLED)
  const rate =
    (layRateAt(breed, age + 0.5)?.mid ?? 0) * off('lay', 0.008) * thrift(code) * (1 - 0.075 * strain)
  const usual = flockDay(breed, age)
  const feed = usual.feed * off('feed', 0.02) * (1 - 0.06 * strain)
  const water = usual.water * off('water', 0.03)
  const weighed = isWeighed(flock.type, age)
  return {
    dead: lost - culled,
    dead_cause: lost - culled > 0 ? (strain > 0.5 ? 'disease' : 'unknown') : null,
    culled,
    ...eggsOf(flock, Math.round((alive * rate) / 100), off('grade', 0.2)),
    egg_weight:
      rate > 5 && age % 7 === 0 ? round(eggWeightAt(breed, age)?.mid ?? null, off('egg', 0.008), 1) : null,
    feed: Math.round(alive * feed),
    water: Math.round(alive * water),
    weight: weighed ? round(weightAt(breed, age)?.mid ?? null, off('weight', 0.012) * thrift(code), 0) : null,
    uniformity: weighed ? round(86, off('even', 0.04), 0) : null,
    ...malesOf(flock, age, placedAge),
    ...hatchOf(flock, age, Math.round((alive * rate) / 100)),
    treatments: trouble?.treatments(age) ?? treatmentsAt(flock, age),
    note: trouble?.note(age) ?? null,
  }
}

/** Of breeders' males 8 % or so are lost in a laying period of 40 weeks, a fifth of them culled (practice). */
const MALES_LOST = 0.08 / 280

/** The males of breeders: those lost, and their weight when the hens are weighed, heavier by a quarter (practice). */
function malesOf({ code, type, breed, males }: ToldFlock, age: number, placedAge: number) {
  if (type !== 'breeder' || males === null || age < placedAge) return {}
  const lost = poissonAt(seedOf(code, 'males'), age, males * MALES_LOST)
  const culled = chance(code, age, 'male') < CULLED ? Math.min(1, lost) : 0
  const weight = isWeighed(type, age) ? (weightAt(breed, age)?.mid ?? null) : null
  return {
    dead_males: lost - culled,
    culled_males: culled,
    weight_males: round(weight, 1.25 * (0.99 + 0.02 * chance(code, age, 'male weight')), 0),
  }
}

/** Each week the hatchery reports what was set of the week's hatching eggs: fertile ones grow fewer with age (practice). */
function hatchOf({ code, type }: ToldFlock, age: number, eggs: number) {
  if (type !== 'breeder' || age % 7 !== 3 || eggs < 1_000) return {}
  const set = Math.round(eggs * 0.94) * 7
  const fertile = Math.round(
    set * (0.965 - 0.0004 * Math.max(0, age - 200) + 0.01 * chance(code, age, 'fertile')),
  )
  return {
    eggs_set: set,
    eggs_fertile: fertile,
    chicks: Math.round(fertile * (0.9 + 0.02 * chance(code, age, 'hatch'))),
  }
}

/** How this house does compared with the standard, day after day: a point above or below. */
const thrift = (code: string): number => 0.995 + chance(code, 0, 'thrift') * 0.012

const round = (value: number | null, by: number, decimals: number): number | null =>
  value === null ? null : Number((value * by).toFixed(decimals))

type Eggs = Partial<
  Record<'eggs_sound' | 'eggs_broken' | 'eggs_dirty' | 'eggs_soft' | 'eggs_hatching', number>
>

function eggsOf({ type }: ToldFlock, eggs: number, by: number): Eggs {
  if (eggs <= 0) return {}
  const graded = (share: number) => Math.round(eggs * share * by)
  const [broken, dirty, soft] = [graded(0.009), graded(0.005), graded(0.0012)]
  const sound = eggs - broken - dirty - soft
  const rest = { eggs_broken: broken, eggs_dirty: dirty, eggs_soft: soft }
  if (type !== 'breeder') return { ...rest, eggs_sound: sound }
  const hatching = Math.round(sound * 0.96)
  return { ...rest, eggs_hatching: hatching, eggs_sound: sound - hatching }
}

/** Weekly until 30 weeks, then every five weeks; broilers weekly. */
const isWeighed = (type: HouseType, age: number): boolean =>
  age % 7 === 0 && (type === 'broiler' || age <= 210 || age % 35 === 0)

const vaccines: Readonly<
  Record<HouseType, readonly (readonly [age: number, chinese: string, english: string])[]>
> = {
  broiler: [
    [7, '新城疫+传支 活苗', 'ND + IB live'],
    [14, '法氏囊 活苗', 'Gumboro live'],
  ],
  pullet: [
    [14, '新城疫+传支 活苗', 'ND + IB live'],
    [28, '法氏囊 活苗', 'Gumboro live'],
    [63, '鸡痘 刺种', 'Fowl pox, wing web'],
    [91, '新流二联 灭活苗', 'ND + AI inactivated'],
  ],
  layer: [
    [126, '新支减 灭活苗', 'ND + IB + EDS inactivated'],
    [196, '新城疫+传支 活苗（加强）', 'ND + IB live, booster'],
    [280, '新城疫+传支 活苗（加强）', 'ND + IB live, booster'],
    [364, '新城疫+传支 活苗（加强）', 'ND + IB live, booster'],
  ],
  breeder: [
    [161, '新支减 灭活苗', 'ND + IB + EDS inactivated'],
    [210, '新城疫+传支 活苗（加强）', 'ND + IB live, booster'],
    [294, '新城疫+传支 活苗（加强）', 'ND + IB live, booster'],
  ],
}

function treatmentsAt({ type, language }: ToldFlock, age: number): object[] {
  const found = vaccines[type].find(([at]) => at === age)
  if (!found) return []
  const [, chinese, english] = found
  return [
    {
      kind: 'vaccine',
      name: language === 'zh-CN' ? chinese : english,
      dose: '',
      route: '',
      withdrawalDays: 0,
    },
  ]
}
