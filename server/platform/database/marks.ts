import type { Client } from 'pg'

/** What the database knows of itself, in the table `installation`. */
export type Mark =
  /** 'demo' or 'real'. */
  | 'purpose'
  /** That the cage system types of the trade were written once. */
  | 'cage_types'
  /** That what is to be maintained was written once. */
  | 'overhaul_items'
  /** That the service statement was written as an article. */
  | 'service_statement'
  /** That the demonstration was given articles to read. */
  | 'articles'
  /** That the demonstration was given agents and what they read. */
  | 'agents'
  /** That the demonstration was given goods to sell. */
  | 'goods'
  /** That the demonstration was given models of controllers. */
  | 'iot_products'
  /** That the demonstration's people were given some weeks of visits. */
  | 'visits'
  /** That the demonstration's people and devices were given a year behind them. */
  | 'demo_history'
  /** When the simulator had delivered its history. */
  | 'history'
  /** Tells whether the demonstration's secrets still are those of this APP_SECRET. */
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
