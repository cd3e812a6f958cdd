import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { endText, hashedText, personText, type TestRecord } from '#shared/test-log.ts'
import { bothNames } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { testEntry, testLog, testPerson } from '../../platform/database/tables/test-log.ts'
import { currentSigner } from './signing-key.ts'

/** Random bits in a code: nobody guesses one, nor finds the next. */
const CODE_BYTES = 16
const SALT_BYTES = 16

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

/** Somebody an entry names. */
export interface NamedPerson {
  accountId: string | null
  name: string
  /** What they wrote; '' if nothing. */
  words: string
}

export interface NewEntry extends Pick<TestRecord, 'house' | 'item' | 'isPassed' | 'facts' | 'pictures'> {
  /** Path of the office whose test it is, inside a customer. */
  officePath: string
  at: Date
  /** First whoever recorded it. */
  people: readonly NamedPerson[]
}

/** The customer an entry belongs to, and the office inside it. */
async function placeOf(db: Db, officePath: string) {
  const [own] = await db
    .select({ id: office.id, farmPath: sql<string>`coalesce(${office.farmPath}, ${office.path})` })
    .from(office)
    .where(eq(office.path, officePath))
  if (!own) throw new Error('A test belongs to an office')
  const [farm] = await db.select().from(office).where(eq(office.path, own.farmPath))
  if (!farm) throw new Error('A test belongs to a customer')
  return { officeId: own.id, farm }
}

/**
 * Adds an entry to the log of the office's customer, chained to the one before and signed, in the system's scope: whoever
 * records a test need not see those of other teams. Answers its number and code. One at a time for each customer.
 */
export async function appendEntry(
  db: Db,
  appSecret: string,
  { officePath, at, people, ...entry }: NewEntry,
): Promise<{ number: number; code: string }> {
  const { officeId, farm } = await placeOf(db, officePath)
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('test log ' || ${farm.id}, 0))`)
  const [end] = await db.select().from(testLog).where(eq(testLog.log, farm.id))
  const number = (end?.number ?? 0) + 1
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const named = people.map(person => ({ ...person, salt: randomBytes(SALT_BYTES).toString('base64url') }))
  const record: TestRecord = {
    format: 1,
    log: farm.id,
    number,
    previous: end?.hash ?? '',
    code,
    at: at.toISOString(),
    office: officeId,
    farm: bothNames(farm),
    timeZone: farm.timeZone,
    ...entry,
    people: named.map(({ salt, name, words }) => sha256(personText(salt, name, words))),
  }
  const payload = JSON.stringify(record)
  const signer = await currentSigner(db, appSecret)
  const { keyId } = signer
  const signature = signer.sign(payload)
  const hash = sha256(hashedText(payload, keyId, signature))
  await db.insert(testEntry).values({ hash, officePath, farmPath: farm.path, payload, signature, keyId })
  if (named.length > 0)
    await db
      .insert(testPerson)
      .values(named.map((person, place) => ({ ...person, code, place, officePath, farmPath: farm.path })))
  const ended = { number, hash, keyId, signature: signer.sign(endText(farm.id, number, hash)) }
  await db
    .insert(testLog)
    .values({ log: farm.id, ...ended })
    .onConflictDoUpdate({ target: testLog.log, set: ended })
  return { number, code }
}
