import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { LoggedTest, testLogContract } from '#shared/contracts/test-log.ts'
import { TestRecord } from '#shared/test-log.ts'
import type { Language } from '#shared/text.ts'
import { isOfOffice } from '../../platform/database/customers-seen.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { testEntry, testPerson } from '../../platform/database/tables/test-log.ts'
import { uncounted } from '../../platform/http/lists.ts'

export interface Reading {
  db: Db
  viewer: { scope: Pick<Scope, 'farm'> }
  language: Language
}
type Filter = Pick<z.output<typeof testLogContract.list.query>, 'kind' | 'officeId' | 'houseId'>

/** The number of the newest entry that corrects this one. */
const correctedBy = sql<number | null>`(select max(c.number) from test_entry c where c.log = ${testEntry}.log
  and c.kind = 'correction' and (c.payload::jsonb -> 'facts' ->> 'of')::integer = ${testEntry}.number)`

/** Entries with everything that an answer needs. */
export const entriesWhere = (db: Db, condition: SQL | undefined, total: SQL | Promise<number> = uncounted) =>
  db
    .select({
      payload: testEntry.payload,
      hash: testEntry.hash,
      signature: testEntry.signature,
      keyId: testEntry.keyId,
      officePath: testEntry.officePath,
      farmPath: testEntry.farmPath,
      correctedBy,
      total: total as SQL<number>,
    })
    .from(testEntry)
    .where(condition)
    .orderBy(desc(testEntry.at), desc(testEntry.number))
export type FoundEntry = Awaited<ReturnType<typeof entriesWhere>>[number]

export const matching = ({ kind, officeId, houseId }: Filter): SQL | undefined =>
  and(
    kind ? eq(testEntry.kind, kind) : undefined,
    officeId ? isOfOffice(testEntry.officePath, officeId) : undefined,
    // A test of all houses is one of each.
    houseId
      ? sql`(${testEntry.houseId} = ${houseId} or ${testEntry.houseId} is null
          and ${testEntry.officePath} = (select h.office_path from house h where h.id = ${houseId}))`
      : undefined,
  )

/** Entries done within some days by each customer's calendar, at most so many. */
export const entriesOfDays = (
  db: Db,
  { firstDay, lastDay, ...filter }: Filter & { firstDay: string; lastDay: string },
  most: number,
) => {
  const day = sql`(${testEntry.at}::timestamptz at time zone (${testEntry.payload}::jsonb ->> 'timeZone'))::date`
  return entriesWhere(db, and(matching(filter), sql`${day} between ${firstDay} and ${lastDay}`)).limit(most)
}

/** Entries as their farm reads them. What they say comes from the signed text alone. */
export async function shownEntries(
  { db, viewer, language }: Reading,
  found: readonly FoundEntry[],
): Promise<LoggedTest[]> {
  const isOwn = (farmPath: string) => ['*', farmPath].includes(viewer.scope.farm)
  const records = found.map(row => ({ row, record: TestRecord.parse(JSON.parse(row.payload)) }))
  const codes = records.map(({ record }) => record.code)
  const named =
    codes.length === 0
      ? []
      : await db
          .select({
            code: testPerson.code,
            // Once erased, the mark that stands for them.
            name: sql<string | null>`coalesce(${testPerson.name}, ${account.actualName})`,
            words: testPerson.words,
          })
          .from(testPerson)
          .leftJoin(account, eq(account.id, testPerson.accountId))
          .where(inArray(testPerson.code, codes))
          .orderBy(asc(testPerson.code), asc(testPerson.place))
  const peopleOf = Map.groupBy(named, ({ code }) => code)
  return records.map(({ row, record }) => {
    const { people: _, previous: __, format: ___, ...said } = record
    return {
      ...said,
      id: record.code,
      people: (peopleOf.get(record.code) ?? []).map(({ name, words }) => ({ name, words })),
      hash: row.hash,
      correctedBy: row.correctedBy,
      customer: isOwn(row.farmPath) ? null : record.farm[language],
    }
  })
}
