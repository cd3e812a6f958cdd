import { eq } from 'drizzle-orm'
import type { FlockAccount, FlockClose } from '#shared/contracts/flock-accounts.ts'
import { courseOf as counterCourse, grown } from '#shared/counter.ts'
import type { FlockFeed } from '#shared/feed-book.ts'
import { type CloseFigures, closeFiguresOf, withoutMoney } from '#shared/flock-close.ts'
import type { Currency } from '#shared/money.ts'
import { tidied } from '#shared/numbers.ts'
import type { Language } from '#shared/text.ts'
import { daysAfter, daysBetween, instantOf } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import { flockAccount } from '../../platform/database/tables/flock-accounts.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import type { Services } from '../../platform/services.ts'
import { readBelieved } from '../figures/believed-chart.ts'
import { farmCurrency } from '../house-entries/farm-currency.ts'
import { energyPricesOf } from '../settings/energy-prices.ts'
import { baseOf, courseOf, todayOf, withdrawalNow } from './flock-course.ts'
import {
  type FoundFlock,
  flockBefore,
  ownStandardOf,
  type RecordRow,
  recordsOf,
  zoneOf,
} from './flocks.queries.ts'
import { feedOfFlock, settledOf } from './settled.ts'

interface Reading {
  db: Db
  viewer: Viewer
  language: Language
  services: Pick<Services, 'store'>
}

/** Sales and costs are for those who manage flocks. */
export const seesMoney = ({ grants }: Pick<Viewer, 'grants'>): boolean => grants.has('chicken_batch:edit')

/** A flock's account as stored; one that nobody wrote yet is empty. */
export async function accountOf(reading: Reading, { row }: FoundFlock): Promise<FlockAccount> {
  const [stored] = await reading.db.select().from(flockAccount).where(eq(flockAccount.flockId, row.id))
  if (!stored) {
    const currency = await farmCurrency(reading, row.farmPath)
    return { currency, lots: [], eggs: [], costs: [], note: '', version: 0 }
  }
  const { currency, lots, eggs, costs, note, version } = stored
  return { currency, lots, eggs, costs, note, version }
}

/** What people without the right to money see of an account: what left, not what it brought. */
const unpriced = ({ lots, eggs, ...account }: FlockAccount): FlockAccount => ({
  ...account,
  lots: lots.map(lot => ({ ...lot, price: null })),
  eggs: eggs.map(sale => ({ ...sale, price: null })),
  costs: [],
  note: '',
})

/** Longest life of a flock, as charts of days need points. */
const POINTS = 1_000
const METER = 'Power/EnergyTotal'

/** What the power metered in the house while the flock was there cost; null without meter or price. */
async function energyCostOf(
  { db, services }: Reading,
  found: FoundFlock,
  until: string,
  currency: Currency,
): Promise<number | null> {
  const prices = await energyPricesOf(services, found.row.farmPath)
  if (!prices?.power || prices.currency !== currency) return null
  const zone = zoneOf(found)
  const from = instantOf(`${found.row.placedOn}T00:00`, zone)
  const to = Math.min(instantOf(`${daysAfter(until, 1)}T00:00`, zone), Date.now())
  if (from >= to || daysBetween(found.row.placedOn, until) >= POINTS) return null
  const asked = { metrics: [METER], from, to, points: POINTS, resolution: 'day' as const }
  const chart = await readBelieved(db, { houseId: found.row.houseId }, asked)
  if (!chart || chart.series.some(({ doubts }) => (doubts?.length ?? 0) > 0)) return null
  const course = counterCourse(chart, METER, { until: to, latest: null, midnights: [] })
  const first = course[0]?.at
  // A meter that was fitted later knows only part of it.
  if (first === undefined || first > from + METER_FROM_MS) return null
  const kwh = grown(course, first, to)
  return kwh === null || kwh <= 0 ? null : kwh * Number(prices.power)
}
/** Two days, ms. */
const METER_FROM_MS = 172_800_000

interface Closed {
  figures: CloseFigures
  account: FlockAccount
  feed: FlockFeed | null
  records: readonly RecordRow[]
  until: string
}

async function closed(reading: Reading, found: FoundFlock): Promise<Closed> {
  const { db } = reading
  const { row, told } = found
  const records = await recordsOf(db, [row.id])
  const account = await accountOf(reading, found)
  const today = todayOf(found)
  const until = row.endedOn ?? today
  const { final } = courseOf(row, records, today, ownStandardOf(found), await settledOf(db, row))
  const feed = await feedOfFlock(db, row, today, account.currency)
  const figures = closeFiguresOf({
    type: row.type,
    placedOn: row.placedOn,
    until,
    isClosed: row.endedOn !== null,
    dayZero: baseOf(row).dayZero,
    takenOver: row.takenOver,
    placed: row.placedCount,
    told: { ...told, sold: told.sold + row.soldUndated },
    final,
    lots: account.lots,
    eggs: account.eggs,
    costs: account.costs,
    feed,
    energyCost: await energyCostOf(reading, found, until, account.currency),
  })
  return { figures: tidied(figures), account, feed, records, until }
}

/** Everything a flock is closed with, and the same of the flock before it in the house. */
export async function readClose(reading: Reading, found: FoundFlock): Promise<FlockClose> {
  const { db, viewer, language } = reading
  const { row, houseRow } = found
  const { figures, account, feed, records, until } = await closed(reading, found)
  const earlier = await flockBefore(db, viewer.scope, language, found)
  const before = earlier && (await closed(reading, earlier))
  const sees = seesMoney(viewer)
  // Amounts of different currencies are not compared.
  const showsBefore = sees && before?.account.currency === account.currency
  return {
    flockId: row.id,
    number: row.number,
    houseName: houseRow.name,
    until,
    isClosed: row.endedOn !== null,
    currency: account.currency,
    seesMoney: sees,
    account: sees ? account : unpriced(account),
    figures: sees ? figures : withoutMoney(figures),
    feedCountedOn: feed?.countedOn ?? null,
    treatments: records.reduce((sum, { treatments }) => sum + treatments.length, 0),
    withdrawal: await withdrawalNow(db, viewer.scope, found, records, until),
    before:
      earlier && before
        ? {
            number: earlier.row.number,
            figures: showsBefore ? before.figures : withoutMoney(before.figures),
          }
        : null,
  }
}
