import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { overhaulPushes } from '#shared/contracts/overhaul-pushes.ts'
import { bothNames, text } from '#shared/text.ts'
import { newId } from '../../platform/database/ids.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { overhaulPush } from '../../platform/database/tables/overhaul.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { addRow } from '../../platform/records/rows.ts'
import { nextOf } from './hand-over.ts'
import { checked, says } from './overhaul-push-rules.ts'
import { momentOf } from './overhaul-pushes.queries.ts'

type Many = Call<typeof overhaulPushes.createForMany>

/** Rows of one statement: the database takes 65,535 values in one. */
const AT_ONCE = 1_000

const nobody = text('没有符合条件的客户', 'There is no such customer')
const oneOnly = text('只有一个客户时才能另外指定人员', 'People can be named for one customer only')

/** The viewer's approved customers that are named, or all of them, or all of a country. */
async function customersFor({ db, body: { officeIds, isForAll, country } }: Many) {
  const named = [...new Set(officeIds)]
  const found = await db
    .select({ officeId: office.id, officePath: office.path })
    .from(customer)
    .innerJoin(office, eq(office.id, customer.officeId))
    .where(
      and(
        eq(customer.approval, 'passed'),
        isNull(customer.deletedAt),
        isNull(office.disabledAt),
        isForAll ? undefined : inArray(office.id, named),
        isForAll && country ? eq(customer.country, country) : undefined,
      ),
    )
  if (!isForAll && found.length < named.length)
    throw refuse.invalid([{ field: 'officeIds', message: says.office }])
  if (found.length === 0)
    throw refuse.invalid([{ field: isForAll ? 'country' : 'officeIds', message: nobody }])
  return found
}

/**
 * The same reminder for many customers: each gets its own, at its own time of day, which can be changed and stopped alone.
 * A timed one is refused where its time has passed at any of them.
 */
export async function createForMany(call: Many): Promise<{ made: number }> {
  const { db, body } = call
  const { officeIds: _, isForAll: __, country: ___, ...form } = body
  const places = await customersFor(call)
  const [first] = places
  if (places.length > 1 && form.receiverIds.length > 0)
    throw refuse.invalid([{ field: 'receiverIds', message: oneOnly }])
  const columns = await checked(call, form, first?.officePath ?? '')
  const rows = places.map(each => ({
    ...columns,
    ...each,
    id: newId(),
    state: 'waiting' as const,
    nextOn: form.firstOn,
  }))
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await addRow(call, overhaulPush, rows.slice(at, at + AT_ONCE))
  const ids = rows.map(({ id }) => id)
  const isMade = sql`${overhaulPush.id} = any(${sql.param(ids)}::text[])`
  const [past] = await db
    .select({ id: overhaulPush.id })
    .from(overhaulPush)
    .innerJoin(office, eq(office.id, overhaulPush.officeId))
    .where(and(isMade, lt(momentOf(overhaulPush.nextOn), sql`now()`)))
    .limit(1)
  if (past && form.mode === 'timed')
    throw refuse.invalid([{ field: 'firstOn', message: says.past }], says.past)
  if (past)
    await db
      .update(overhaulPush)
      .set({ nextOn: nextOf() })
      .where(
        and(
          isMade,
          sql`(select ${momentOf(overhaulPush.nextOn)} from ${office} where ${office.id} = ${overhaulPush.officeId}) < now()`,
        ),
      )
  const made = rows.length
  call.named({ made: bothNames({ chineseName: `${made}`, englishName: `${made}` }) })
  return { made }
}
