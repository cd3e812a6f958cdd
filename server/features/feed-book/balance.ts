import { and, asc, eq, isNull } from 'drizzle-orm'
import type { FeedBalance, feedBook } from '#shared/contracts/feed-book.ts'
import { isFarOff, lastsOf, shortOn } from '#shared/feed-book.ts'
import { tidied } from '#shared/numbers.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { farmCurrency } from '../../farm/house-entries/farm-currency.ts'
import { bookOf } from '../../farm/house-entries/feed-course.ts'
import { flockFeed } from '../../farm/house-entries/flock-feed.ts'
import { siloAt } from '../../farm/house-entries/silo-scale.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { noteLook } from '../../platform/http/viewing.ts'

/** Days of the book that are drawn. */
const DAYS = 60

/** A house's stock of feed by day, how long it lasts, and what its flock has used. */
export async function balanceOf(call: Call<typeof feedBook.balance>): Promise<FeedBalance> {
  const { db, query } = call
  const [at] = await db
    .select({ row: house, officeZone: office.timeZone, farmPath: office.farmPath })
    .from(house)
    .innerJoin(office, eq(office.id, house.officeId))
    .where(and(eq(house.id, query.houseId), isNull(house.deletedAt)))
  if (!at) throw refuse.notFound()
  const { id, name, officePath } = at.row
  await noteLook(call, 'readings', [{ farmPath: at.farmPath, house: { id, name, officePath } }])
  const zone = at.row.timeZone ?? at.officeZone
  const today = dateIn(zone, new Date())
  const { lines, days } = await bookOf(db, id, today)
  const since = days.findLast(({ counted }) => counted !== null)?.day ?? days[0]?.day ?? today
  const flocks = await db
    .select()
    .from(flock)
    .where(and(eq(flock.houseId, id), isNull(flock.deletedAt)))
    .orderBy(asc(flock.placedOn))
  const present = flocks.findLast(({ placedOn }) => placedOn <= today)
  const hadBirds = (day: string) =>
    flocks.some(({ placedOn, endedOn }) => placedOn <= day && (endedOn === null || endedOn >= day))
  const yesterday = daysAfter(today, -1)
  const book = days.find(({ day }) => day === yesterday)
  const scale = book ? await siloAt(db, id, yesterday, zone) : null
  const last = lines.findLast(({ kind }) => kind === 'delivery')
  return tidied({
    houseId: id,
    houseName: name,
    today,
    days: days.slice(-DAYS).map(({ used: _, cost: __, unpriced: ___, ...day }) => day),
    begun: days[0]?.day ?? null,
    // In an empty house it lasts until the next birds have eaten it.
    lasts: hadBirds(today) ? lastsOf(days, today) : null,
    short: shortOn(days) ?? null,
    unrecorded: days.filter(({ day, fed }) => day > since && day < today && fed === null && hadBirds(day))
      .length,
    scale: scale === null || !book ? null : { kg: scale, isFar: isFarOff(book.stock, scale) },
    flock: present
      ? {
          id: present.id,
          number: present.number,
          feed: withoutMoney(flockFeed(lines, days, flocks, present, today)),
        }
      : null,
    last: {
      feed: last?.feed ?? '',
      supplier: last?.supplier ?? '',
      currency: await farmCurrency(call, at.farmPath ?? officePath),
    },
  })
}

function withoutMoney(feed: ReturnType<typeof flockFeed>) {
  if (feed === null) return null
  const { cost: _, unpriced: __, ...kg } = feed
  return kg
}
