import type { Client } from 'pg'
import { newId } from '../../platform/database/ids.ts'

const HOUR_MS = 3_600_000
const before = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

/** A person of the demonstration by login id, what they did how many hours ago, and what they wrote. */
export type DemoEntry = readonly [who: string, step: string, hoursAgo: number, text?: string]

export interface DemoTicket {
  /** Its own columns, by database name. */
  columns: Readonly<Record<string, unknown>>
  /** Code of the controller in the house it is about. */
  controller?: string
  /** The first is its creation. */
  entries: readonly [DemoEntry, ...DemoEntry[]]
  waits: boolean
}

/** Writes tickets of one kind with their timelines; in a transaction of the owner with the system's scope. */
export async function addTickets(
  client: Client,
  { table, module, prefix }: { table: string; module: string; prefix: string },
  tickets: readonly DemoTicket[],
): Promise<void> {
  for (const ticket of tickets) {
    const [[author, , madeHours]] = ticket.entries
    const lastHours = Math.min(...ticket.entries.map(([, , hours]) => hours))
    const columns = { ...ticket.columns, ...(await placeOf(client, author, ticket.controller)) }
    const row: Record<string, unknown> = {
      ...columns,
      id: newId(),
      number: await numberOf(client, prefix, before(madeHours)),
      waits_since: ticket.waits ? before(lastHours) : null,
      made_at: before(madeHours),
      last_at: before(lastHours),
      version: ticket.entries.length,
    }
    const names = Object.keys(row)
    await client.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(row),
    )
    for (const [who, step, hours, text] of ticket.entries)
      await client.query(
        `insert into record_entry (id, office_path, module, record_id, step, text, at, account_id, actor_name, actor_kind)
         select $1, $2, $3, $4, $5, $6, $7, a.id, a.actual_name, a.kind from account a where a.username_key = $8`,
        [newId(), columns.office_path, module, row.id, step, text ?? null, before(hours), who],
      )
  }
}

async function placeOf(client: Client, author: string, controller: string | undefined) {
  const { rows } = await client.query(
    `select a.id as author_id, a.actual_name as author_name, o.id as office_id, o.path as office_path,
       o.farm_path, d.id as device_id, hd.house_id
     from account a
       left join device d on d.code = $2
       left join house_device hd on hd.device_id = d.id and hd."to" is null
       join office o on o.id = coalesce(d.office_id, a.office_id)
     where a.username_key = $1`,
    [author, controller ?? null],
  )
  if (!rows[0]) throw new Error(`The demonstration has nobody called ${author}`)
  return rows[0] as Record<string, unknown>
}

/** As `next_number` gives it for the day on which the ticket was made. */
async function numberOf(client: Client, prefix: string, madeAt: Date): Promise<string> {
  const { rows } = await client.query<{ number: string }>(
    `insert into document_number as n (prefix, day, last) values ($1, ($2::timestamptz at time zone provider_zone())::date, 1)
     on conflict (prefix, day) do update set last = n.last + 1
     returning prefix || to_char(day, 'YYYYMMDD') || '-' || lpad(last::text, 4, '0') as number`,
    [prefix, madeAt],
  )
  if (!rows[0]) throw new Error('a number was not given')
  return rows[0].number
}
