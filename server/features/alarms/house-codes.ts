import { randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { alarms } from '#shared/contracts/alarms.ts'
import { houseCodes } from '#shared/contracts/house-codes.ts'
import { severities } from '#shared/signals.ts'
import { bothNames, text } from '#shared/text.ts'
import { stopTelling } from '../../farm/alarms/answers.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm, houseCode } from '../../platform/database/tables/alarms.ts'
import { house } from '../../platform/database/tables/farms.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { noteFound } from '../../platform/records/rows.ts'
import { keepStep, say } from './handling.ts'

const unknown = text(
  '现场码无效：可能已更换，请扫描鸡舍内最新的一张',
  'This code is not valid. It may have been replaced: scan the one in the house',
)
/** Bytes of a code: too many to guess. */
const CODE_BYTES = 18
/** Whoever worked in the house may have taken a picture of it: after a year it should be another. ms */
const LASTS_MS = 365 * 86_400_000

const nameOf = (name: string) => bothNames({ chineseName: name, englishName: name })
const same = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

async function houseIn(db: Db, id: string) {
  const [found] = await db
    .select({ id: house.id, name: house.name, officePath: house.officePath })
    .from(house)
    .where(and(eq(house.id, id), sql`${house.deletedAt} is null`))
  if (!found) throw refuse.notFound()
  return found
}

/** A house's code, as the viewer may print it; null while it has none. */
async function show({ db, params }: Call<typeof houseCodes.show>) {
  const found = await houseIn(db, params.id)
  const [row] = await db.select().from(houseCode).where(eq(houseCode.houseId, found.id))
  return {
    name: found.name,
    code: row ? `${found.id}.${row.code}` : null,
    madeAt: row?.madeAt.toISOString() ?? null,
    isOld: row !== undefined && Date.now() - row.madeAt.getTime() > LASTS_MS,
  }
}

/** A new code for a house: the printed one is worthless from now on. */
async function renew(call: Call<typeof houseCodes.renew>) {
  const { db, params, named, viewer } = call
  const found = await houseIn(db, params.id)
  const [before] = await db.select().from(houseCode).where(eq(houseCode.houseId, found.id))
  await noteFound(call, { row: found }, () => ({
    name: found.name,
    madeAt: before?.madeAt.toISOString() ?? null,
  }))
  named({ house: nameOf(found.name) })
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const madeAt = new Date()
  const { officePath } = found
  await db
    .insert(houseCode)
    .values({ houseId: found.id, officePath, farmPath: viewer.scope.farm, code, madeAt })
    .onConflictDoUpdate({ target: houseCode.houseId, set: { code, madeAt } })
  return { name: found.name, code: `${found.id}.${code}`, madeAt: madeAt.toISOString(), isOld: false }
}

/** Takes all open alarms of a house to being on site, by the code that hangs in it. */
export async function arrive(call: Call<typeof alarms.arrive>) {
  const { db, viewer, body, named } = call
  const [houseId = '', secret = ''] = body.code.split('.')
  const [known] = await db.select().from(houseCode).where(eq(houseCode.houseId, houseId))
  if (!known || !same(known.code, secret)) throw refuse.invalid([{ field: 'code', message: unknown }])
  const found = await houseIn(db, houseId)
  const { id, name } = found
  await noteFound(call, { row: found }, () => ({ house: { id, name }, alarmIds: [] }))
  named({ house: nameOf(name) })
  const rows = await db
    .select()
    .from(alarm)
    .where(
      and(
        sql`${alarm.houseIds} @> ${sql.param([id])}::text[]`,
        ne(alarm.condition, 'cleared'),
        ne(alarm.handling, 'solved'),
      ),
    )
    .orderBy(alarm.id)
    .for('update')
  const answering = { ...call, body: {} }
  await asSystem(db, viewer.scope, () =>
    stopTelling(
      db,
      viewer.accountId,
      rows.map(row => row.id),
    ),
  )
  await say(answering, rows, 'on_site', { via: 'code', isProven: true })
  const ahead = rows.filter(({ handling }) => ['new', 'seen', 'going'].includes(handling))
  if (ahead.length > 0) await keepStep(answering, ahead, { step: 'on_site', cause: undefined, via: 'code' })
  const gravest = rows.toSorted((a, b) => severities.indexOf(b.level) - severities.indexOf(a.level))
  return { house: { id, name }, alarmIds: gravest.map(row => row.id) }
}

export const houseCodesFeature = feature('house-codes', houseCodes, { show, renew })
