import type { Pool } from 'pg'
import type { LatestReading } from './device-side.ts'
import { type KnownReadings, readingsOf } from './known-readings.ts'
import type { Layouts } from './layouts.ts'
import { type BornSet, birthOf } from './signal-set.ts'

/** What is saved about a device. */
export interface SavedState {
  deviceId: string
  known: KnownReadings
  /** Undefined keeps the stored birth, which is longer than all values. Null removes it. */
  born: BornSet | null | undefined
  /** ms since 1970 */
  bornAt: number | null
}

/** Saves the latest states of devices in one statement; devices no longer registered are skipped. */
export async function saveStates(pool: Pool, layouts: Layouts, states: readonly SavedState[]): Promise<void> {
  await layouts.store(new Set(states.flatMap(({ known }) => known.layout ?? [])), pool)
  const reborn = states.filter(({ born }) => born !== undefined)
  await pool.query(
    `insert into device_state as s
       (device_id, office_path, farm_path, "values", layout, numbers, times, birth, born_at, saved_at)
     select d.id, d.office_path, coalesce(o.farm_path, d.office_path),
       t.others::jsonb, t.layout, t.numbers, t.times, t.birth::jsonb, t.born_at, now()
     from unnest($1::text[], $2::text[], $3::int[], $4::bytea[], $5::bytea[], $6::text[], $7::timestamptz[])
       t(device, others, layout, numbers, times, birth, born_at)
     join device d on d.id = t.device join office o on o.path = d.office_path
     on conflict (device_id) do update set office_path = excluded.office_path, farm_path = excluded.farm_path,
       "values" = excluded."values", layout = excluded.layout, numbers = excluded.numbers, times = excluded.times,
       birth = case when s.device_id = any($8::text[]) then excluded.birth else s.birth end,
       born_at = coalesce(excluded.born_at, s.born_at), saved_at = excluded.saved_at`,
    [
      states.map(({ deviceId }) => deviceId),
      states.map(({ known }) => writeNamed(known)),
      states.map(({ known }) => known.layout?.id ?? null),
      states.map(({ known }) => bytesOf(known.numbers)),
      states.map(({ known }) => bytesOf(known.times)),
      states.map(({ born }) => (born ? writeJson(birthOf(born)) : null)),
      states.map(({ bornAt }) => bornAt && new Date(bornAt)),
      reborn.map(({ deviceId }) => deviceId),
    ],
  )
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

/** The numbers as they were saved. */
export const numbersOf = (saved: Uint8Array): Float64Array => new Float64Array(Uint8Array.from(saved).buffer)

/** Numbers that lists read in the database, which does not know places: they are saved by name as well. */
const LISTED = ['Bird/Count']

function writeNamed(known: KnownReadings): string {
  const { others } = known
  const readings = readingsOf(known)
  const listed = LISTED.flatMap((name): [string, LatestReading][] => {
    const reading = readings.get(name)
    return reading ? [[name, reading]] : []
  })
  // A metric may be named like a prototype property.
  const plain: Record<string, [unknown, number]> = Object.create(null)
  for (const [name, { value, at }] of [...listed, ...others]) {
    // Tables, files and arrays are not kept over a restart.
    if (value === null || typeof value !== 'object')
      plain[clean(name) as string] = [typeof value === 'bigint' ? String(value) : clean(value), at]
  }
  return JSON.stringify(plain)
}

/** jsonb accepts neither NUL nor half a surrogate pair. */
const clean = (part: unknown) =>
  typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\uFFFD') : part

const writeJson = (value: unknown) => JSON.stringify(value, (_, part) => clean(part))
