import type { Client } from 'pg'

/** What the database records about itself, in the table `installation`. */
export type Mark =
  /** 'demo' or 'real'. */
  | 'purpose'
  /** The trade's cage system types were written once. */
  | 'cage_types'
  /** The overhaul items were written once. */
  | 'overhaul_items'
  /** The trade's words for the same thing were written once. */
  | 'synonyms'
  /** The service statement was written as an article. */
  | 'service_statement'
  /** The demonstration was given articles to read. */
  | 'articles'
  /** The demonstration was given agents and what they read. */
  | 'agents'
  /** The demonstration was given goods to sell. */
  | 'goods'
  /** The demonstration was given price lists. */
  | 'price_lists'
  /** The demonstration was given controller models. */
  | 'iot_products'
  /** The demonstration's people were given some weeks of visits. */
  | 'visits'
  /** The demonstration's people and devices were given a year of history. */
  | 'demo_history'
  /** When the simulator had delivered its history. */
  | 'history'
  /** Tells whether the demonstration's secrets still belong to this APP_SECRET. */
  | 'demo_secret'

/** Needs the owner's connection. */
export async function readMark(client: Client, mark: Mark): Promise<string | undefined> {
  const { rows } = await client.query('select value from installation where key = $1', [mark])
  return rows[0]?.value
}

/** Needs the owner's connection. */
export async function writeMark(client: Client, mark: Mark, value: string): Promise<void> {
  await client.query(
    'insert into installation values ($1, $2) on conflict (key) do update set value = excluded.value',
    [mark, value],
  )
}
