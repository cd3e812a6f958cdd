import type { Client } from 'pg'
import { newId } from '../../platform/database/ids.ts'

/** A house whose people keep a feed book, by its controller's code; a load in kg, a price per tonne. */
interface Kept {
  code: string
  user: string
  feed: string
  supplier: string
  loadKg: number
  tonnePrice: string
  currency: string
  /** What its birds cost when they came, all of them. */
  birds: string
}
/** Ordinary prices of their countries; mills and loads are made up. */
const kept: readonly Kept[] = [
  {
    code: 'EC-BV-01',
    user: 'linden',
    feed: 'Broiler feed',
    supplier: 'Veluwe Feed Mill',
    loadKg: 14_000,
    tonnePrice: '412.50',
    currency: 'EUR',
    birds: '15960',
  },
  {
    code: 'EC-WF-01',
    user: 'owner',
    feed: '产蛋期配合料',
    supplier: '潍坊饲料厂',
    loadKg: 18_000,
    tonnePrice: '2860',
    currency: 'CNY',
    birds: '810000',
  },
]

interface Day {
  houseId: string
  flockId: string
  officePath: string
  farmPath: string
  day: string
  fed: number
}

/**
 * Keeps the feed book of two houses of the demonstration, as their people would: a load whenever less than two days of feed is
 * left; and what the birds cost. Goes on from the last line. In a transaction of the owner with the system's scope.
 */
export async function keepFeedBooks(client: Client): Promise<void> {
  for (const book of kept) await keep(client, book)
}

async function keep(client: Client, book: Kept): Promise<void> {
  const { rows: days } = await client.query<Day>(
    `select f.house_id as "houseId", f.id as "flockId", f.office_path as "officePath", f.farm_path as "farmPath",
      r.day::text as day, r.feed as fed
    from flock_record r join flock f on f.id = r.flock_id and f.deleted_at is null
    join house_device s on s.house_id = f.house_id and s."to" is null
    join device d on d.id = s.device_id and d.code = $1
    where r.feed is not null order by r.day`,
    [book.code],
  )
  const last = days.at(-1)
  if (!last) return
  const { rows: known } = await client.query<{ until: string | null }>(
    `select max(day)::text as until from feed_entry where house_id = $1`,
    [last.houseId],
  )
  const until = known[0]?.until ?? ''
  for (const { day, kind, amountKg } of linesFrom(days, book.loadKg))
    if (day > until)
      await client.query(
        `insert into feed_entry (id, office_path, farm_path, house_id, day, kind, feed, amount_kg, supplier, note_number,
          tonne_price, currency, account_id, actor_name)
        select $1, $2, $3, $4, $5::date, $6, $7, $8::float, $9, $10, $11::numeric, $12, a.id, a.actual_name from account a where a.username_key = $13`,
        [
          newId(),
          last.officePath,
          last.farmPath,
          last.houseId,
          day,
          kind,
          book.feed,
          amountKg,
          kind === 'delivery' ? book.supplier : '',
          kind === 'delivery' ? `D-${day.replaceAll('-', '').slice(2)}` : '',
          kind === 'delivery' ? book.tonnePrice : null,
          kind === 'delivery' ? book.currency : null,
          book.user,
        ],
      )
  await client.query(
    `insert into flock_account (flock_id, office_path, farm_path, currency, costs)
     values ($1, $2, $3, $4, $5) on conflict (flock_id) do nothing`,
    [
      last.flockId,
      last.officePath,
      last.farmPath,
      book.currency,
      JSON.stringify([{ kind: 'chicks', what: '', amount: book.birds }]),
    ],
  )
}

/** Stock is taken every third week. */
const COUNTED_EVERY = 21

/** A load on every day that begins with less than two days of feed, and stock taken now and then. */
function linesFrom(days: readonly Day[], loadKg: number) {
  const lines: { day: string; kind: 'counted' | 'delivery'; amountKg: number }[] = []
  let stock = 0
  for (const [at, { day, fed }] of days.entries()) {
    if (stock < 2 * fed || at === 0) {
      lines.push({ day, kind: 'delivery', amountKg: loadKg })
      stock += loadKg
    }
    stock -= fed
    if (at % COUNTED_EVERY !== COUNTED_EVERY - 1) continue
    // The last of a silo is not weighed: there is a little less than the book says.
    stock = Math.max(0, Math.round((stock - 0.02 * fed) / 10) * 10)
    lines.push({ day, kind: 'counted', amountKg: stock })
  }
  return lines
}
