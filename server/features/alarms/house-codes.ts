import { randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { alarms } from '#shared/contracts/alarms.ts'
import { houseCodes } from '#shared/contracts/house-codes.ts'
import { CODE_LASTS_MS } from '#shared/house-code.ts'
import { severities } from '#shared/signals.ts'
import { bothNames, text } from '#shared/text.ts'
import { dateIn } from '#shared/zone-time.ts'
import { stopTelling } from '../../farm/alarms/answers.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm, houseCode } from '../../platform/database/tables/alarms.ts'
import { house } from '../../platform/database/tables/farms.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { hashToken } from '../../platform/http/identify.ts'
import type { Message } from '../../platform/http/texts.ts'
import { noteFound } from '../../platform/records/rows.ts'
import { seal, unseal } from '../../platform/secrets/seal.ts'
import { keepStep, say } from './handling.ts'

const words = {
  unknown: text('现场码无效，请扫描鸡舍内的那一张', 'This code is not valid: scan the one in the house'),
  replaced: text(
    '此现场码已于 {day} 更换，请扫描鸡舍内新的一张',
    'This code was replaced on {day}: scan the new one in the house',
  ),
}
/** Bytes of a code: too many to guess. */
const CODE_BYTES = 18
/** So many replaced ones are told from those that never were. */
const OLD_KEPT = 20

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

const sealedFor = (appSecret: string, houseId: string) =>
  ({ appSecret, kind: 'house code', rowId: houseId }) as const

/** A house's code, as the viewer may print it; null while it has none, and for one that cannot be printed again. */
async function show({ db, params, services }: Call<typeof houseCodes.show>) {
  const found = await houseIn(db, params.id)
  const [row] = await db.select().from(houseCode).where(eq(houseCode.houseId, found.id))
  const { appSecret } = services.config
  const code = row?.sealedCode ? unseal(sealedFor(appSecret, found.id), row.sealedCode) : null
  return {
    name: found.name,
    code: code === null ? null : `${found.id}.${code}`,
    madeAt: row?.madeAt.toISOString() ?? null,
    isOld: row !== undefined && Date.now() - row.madeAt.getTime() > CODE_LASTS_MS,
  }
}

/** A new code for a house: the printed one is worthless from now on. */
async function renew(call: Call<typeof houseCodes.renew>) {
  const { db, params, named, viewer, services } = call
  const found = await houseIn(db, params.id)
  const [before] = await db.select().from(houseCode).where(eq(houseCode.houseId, found.id))
  await noteFound(call, { row: found }, () => ({
    name: found.name,
    madeAt: before?.madeAt.toISOString() ?? null,
  }))
  named({ house: nameOf(found.name) })
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const { officePath } = found
  const made = {
    codeHash: hashToken(code),
    sealedCode: seal(sealedFor(services.config.appSecret, found.id), code),
    madeAt: new Date(),
    oldHashes: before ? [before.codeHash, ...before.oldHashes].slice(0, OLD_KEPT) : [],
    remindedAt: null,
  }
  await db
    .insert(houseCode)
    .values({ houseId: found.id, officePath, farmPath: viewer.scope.farm, ...made })
    .onConflictDoUpdate({ target: houseCode.houseId, set: made })
  return { name: found.name, code: `${found.id}.${code}`, madeAt: made.madeAt.toISOString(), isOld: false }
}

/** Whether it was replaced, or is none at all. */
function refusalOf(
  known: typeof houseCode.$inferSelect | undefined,
  secret: string,
  timeZone: string,
): Message {
  if (!known?.oldHashes.includes(hashToken(secret))) return words.unknown
  return [words.replaced, { day: dateIn(timeZone, known.madeAt.getTime()) }]
}

/** Takes all open alarms of a house to being on site, by the code that hangs in it. */
export async function arrive(call: Call<typeof alarms.arrive>) {
  const { db, viewer, body, named } = call
  const [houseId = '', secret = ''] = body.code.split('.')
  const [known] = await db.select().from(houseCode).where(eq(houseCode.houseId, houseId))
  if (!known || !same(known.codeHash, hashToken(secret)))
    throw refuse.invalid([{ field: 'code', message: refusalOf(known, secret, viewer.timeZone) }])
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
