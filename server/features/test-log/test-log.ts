import { and, eq, sql } from 'drizzle-orm'
import { type LoggedTest, testLogContract } from '#shared/contracts/test-log.ts'
import type { Result } from '#shared/endpoint.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import type { TestRecord, Verdict } from '#shared/test-log.ts'
import { text } from '#shared/text.ts'
import { appendEntry } from '../../farm/test-log/append-entry.ts'
import { publicKeys } from '../../farm/test-log/signing-key.ts'
import { verifyLog } from '../../farm/test-log/verify-log.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { testEntry } from '../../platform/database/tables/test-log.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { skipped, totalOf } from '../../platform/http/lists.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { noteFound } from '../../platform/records/rows.ts'
import { entriesWhere, matching, shownEntries } from './test-log.queries.ts'
import { testLogPaper } from './test-paper.ts'

const says = {
  office: text('请选择客户', 'Choose a customer'),
  house: text('请选择鸡舍', 'Choose a house'),
  twice: text('更正记录不能再更正，请更正原记录', 'A correction is not corrected. Correct the entry itself'),
  turned: text('不能早于开始日期', 'Cannot be before the first day'),
}

async function list(call: Call<typeof testLogContract.list>) {
  const { db, query } = call
  const condition = matching(query)
  const total = db.$count(testEntry, condition)
  const rows = await entriesWhere(db, condition, total).limit(query.size).offset(skipped(query))
  await noteLook(
    call,
    'readings',
    [...new Set(rows.map(row => row.farmPath))].map(farmPath => ({ farmPath })),
  )
  return { total: await totalOf(rows, total), items: await shownEntries(call, rows) }
}

/** The customer whose log is meant: one's own farm, or one that shares with whoever names it; null for none. */
async function logOf({ db, viewer, query }: Call<typeof testLogContract.verify>): Promise<string | null> {
  if (viewer.kind === CUSTOMER) return viewer.scope.farm
  const [found] = await db
    .select({ path: office.path, isShared: sql<boolean>`coalesce(${office.farmAccessUntil} > now(), false)` })
    .from(office)
    .where(and(eq(office.id, query.officeId ?? ''), eq(office.kind, 'customer')))
  if (found && !found.isShared) throw refuse.notShared('farm')
  return found?.path ?? null
}

async function verify(call: Call<typeof testLogContract.verify>): Promise<Verdict> {
  const farmPath = await logOf(call)
  if (farmPath === null) return { entries: 0, fault: null }
  // People of a farm team do not see every entry of their farm, but it is one log.
  return call.services.store.transaction(SYSTEM, async db => verifyLog(db, await idOf(db, farmPath)))
}

async function idOf(db: Db, path: string): Promise<string> {
  const [own] = await db.select({ id: office.id }).from(office).where(eq(office.path, path))
  return own?.id ?? ''
}

/** Says by a new entry what is wrong with one. */
async function correct(call: Call<typeof testLogContract.correct>): Promise<LoggedTest> {
  const { db, params, body, viewer, services } = call
  const [row] = await entriesWhere(db, eq(testEntry.code, params.id))
  if (!row) throw refuse.notFound()
  await noteFound(call, { path: row.officePath }, async () => (await shownEntries(call, [row]))[0])
  const record: TestRecord = JSON.parse(row.payload)
  if (record.facts.kind === 'correction') throw refuse.invalid([{ field: 'note', message: says.twice }])
  const { accountId, actualName } = viewer
  const { code } = await asSystem(db, viewer.scope, () =>
    appendEntry(db, services.config.appSecret, {
      officePath: row.officePath,
      at: new Date(),
      house: record.house,
      item: record.item,
      isPassed: null,
      facts: { kind: 'correction', of: record.number },
      pictures: [],
      people: [{ accountId, name: actualName, words: body.note }],
    }),
  )
  const [shown] = await shownEntries(call, await entriesWhere(db, eq(testEntry.code, code)))
  if (!shown) throw refuse.notFound()
  return shown
}

/** What an entry says, to whoever has its code: nothing else of the farm, and nothing for a code that is none. */
async function verified({
  services,
  params,
  language,
}: Call<typeof testLogContract.verified>): Promise<Result<typeof testLogContract.verified>> {
  return services.store.reserved('live').transaction(SYSTEM, async db => {
    const [row] = await entriesWhere(db, eq(testEntry.code, params.code))
    if (!row) throw refuse.notFound()
    const [entry] = await shownEntries({ db, viewer: { scope: SYSTEM }, language }, [row])
    if (!entry) throw refuse.notFound()
    const { id: _, customer: __, log, office: ___, ...said } = entry
    const { payload, signature, keyId } = row
    return {
      entry: said,
      verdict: await verifyLog(db, log, entry.number),
      signed: { text: payload, signature, keyId },
    }
  })
}

const starting = exporting(testLogPaper)

/** Starts the paper; the codes on it lead to the address that people know this server by. */
async function printTests(call: Call<typeof testLogContract.printTests>) {
  const { db, body } = call
  const { firstDay, lastDay, officeId, houseId } = body
  if (lastDay < firstDay) throw refuse.invalid([{ field: 'lastDay', message: says.turned }])
  if (officeId && (await db.$count(office, eq(office.id, officeId))) === 0)
    throw refuse.invalid([{ field: 'officeId', message: says.office }])
  if (houseId && (await db.$count(house, eq(house.id, houseId))) === 0)
    throw refuse.invalid([{ field: 'houseId', message: says.house }])
  const { publicUrl } = call.services.config
  const isKnown = new URL(publicUrl).hostname !== 'localhost'
  return starting({
    ...call,
    body: { ...call.body, origin: isKnown ? publicUrl : (call.body.origin ?? publicUrl) },
  })
}

export const testLogFeature = feature('test-log', testLogContract, {
  list,
  verify,
  correct,
  printTests,
  verified,
  keys: ({ services }) =>
    services.store.transaction(SYSTEM, async db =>
      (await publicKeys(db)).map(({ fromAt, untilAt, ...key }) => ({
        ...key,
        fromAt: fromAt.toISOString(),
        untilAt: untilAt?.toISOString() ?? null,
      })),
    ),
})
