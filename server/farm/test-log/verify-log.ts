import { asc, eq, sql } from 'drizzle-orm'
import { endText, type LogFault, type Verdict } from '#shared/test-log.ts'
import type { Db } from '../../platform/database/store.ts'
import { testEntry, testLog } from '../../platform/database/tables/test-log.ts'
import { isSigned } from './signing-key.ts'

/** Entries whose signatures are checked between two turns of the server's main thread: some 2 ms. */
const AT_ONCE = 10

type Fault = NonNullable<Verdict['fault']>

/**
 * What does not fit in the rows of a log up to a number, worked out by the database: each text with its key and signature has
 * its hash, holds the hash before and the next number, stands with its customer, and names the people that it says.
 */
async function misfit(db: Db, log: string, upTo: number): Promise<Fault | null> {
  const { rows } = await db.execute<{ number: number; what: LogFault }>(sql`
    with chained as (
      select e.number, e.code, e.payload, e.office_path, e.farm_path, e.previous,
        encode(sha256(convert_to(e.payload || E'\n' || e.key_id || E'\n' || e.signature, 'UTF8')), 'hex') <> e.hash as is_changed,
        lag(e.hash, 1, '') over (order by e.number) as before, (row_number() over (order by e.number))::int as nth
      from test_entry e where e.log = ${log} and e.number <= ${upTo}
    ), judged as (
      select c.nth, c.number, case
        when c.number <> c.nth then 'missing'
        when c.is_changed then 'changed'
        when c.previous is distinct from c.before then 'link'
        when c.farm_path is distinct from (select path from office where id = ${log})
          or c.office_path is distinct from (select path from office where id = c.payload::jsonb ->> 'office') then 'place'
        when exists (
          select from jsonb_array_elements_text(c.payload::jsonb -> 'people') with ordinality said(hash, nth)
            left join test_person p on p.code = c.code and p.place = said.nth - 1
            left join account a on a.id = p.account_id
          where case when p.name is null and a.erased_at is not null then false
            else said.hash is distinct from encode(sha256(convert_to(
              p.salt || E'\u001f' || p.name || E'\u001f' || p.words, 'UTF8')), 'hex') end
        ) or (select count(*) from test_person p where p.code = c.code)
          > jsonb_array_length(c.payload::jsonb -> 'people') then 'person' end as what
      from chained c
    )
    -- Of a gap the number that is not there.
    select least(nth, number) as number, what from judged where what is not null order by nth limit 1`)
  return rows[0] ?? null
}

/** Whether the log ends where the server last said that it does. */
async function endFault(db: Db, log: string): Promise<Fault | null> {
  const [end] = await db.select().from(testLog).where(eq(testLog.log, log))
  const { rows } = await db.execute<{ last: number; hash: string | null }>(sql`
    select coalesce(max(number), 0) as last, (array_agg(hash order by number desc))[1] as hash
    from test_entry where log = ${log}`)
  const { last, hash } = rows[0] ?? { last: 0, hash: null }
  if (!end) return last === 0 ? null : { number: last, what: 'end' }
  if (end.number > last) return { number: last + 1, what: 'missing' }
  if (end.number < last) return { number: end.number + 1, what: 'end' }
  if (end.hash !== hash) return { number: last, what: 'changed' }
  const { keyId, signature } = end
  const isOurs = await isSigned(db, { text: endText(log, end.number, end.hash), signature, keyId })
  return isOurs ? null : { number: last, what: 'signature' }
}

/** The first entry up to a number that no key of this server signed. */
async function unsigned(db: Db, log: string, upTo: number): Promise<Fault | null> {
  for (let from = 1; from <= upTo; from += AT_ONCE) {
    const rows = await db
      .select({
        number: testEntry.number,
        text: testEntry.payload,
        signature: testEntry.signature,
        keyId: testEntry.keyId,
      })
      .from(testEntry)
      .where(
        sql`${testEntry.log} = ${log} and ${testEntry.number} between ${from} and ${Math.min(upTo, from + AT_ONCE - 1)}`,
      )
      .orderBy(asc(testEntry.number))
    for (const { number, ...row } of rows)
      if (!(await isSigned(db, row))) return { number: number ?? from, what: 'signature' }
  }
  return null
}

/**
 * Verifies a log from its first entry up to a number, or to its end, in the system's scope. The chain of hashes is checked by
 * the database. A signature covers all before it, through the hash it holds: those of every entry are checked only to name
 * the first that is wrong, after the last one was.
 */
export async function verifyLog(db: Db, log: string, upTo?: number): Promise<Verdict> {
  const [last] = await db
    .select({ number: sql<number>`coalesce(max(${testEntry.number}), 0)` })
    .from(testEntry)
    .where(eq(testEntry.log, log))
  const entries = upTo ?? last?.number ?? 0
  const fault =
    (await misfit(db, log, entries)) ?? (await signatureFault(db, log, entries)) ?? (await endFault(db, log))
  // What comes after an entry says nothing against it.
  return { entries, fault: upTo === undefined || (fault && fault.number <= upTo) ? fault : null }
}

async function signatureFault(db: Db, log: string, number: number): Promise<Fault | null> {
  if (number === 0) return null
  const [row] = await db
    .select({ text: testEntry.payload, signature: testEntry.signature, keyId: testEntry.keyId })
    .from(testEntry)
    .where(sql`${testEntry.log} = ${log} and ${testEntry.number} = ${number}`)
  if (!row) return { number, what: 'missing' }
  return (await isSigned(db, row)) ? null : unsigned(db, log, number)
}
