import { randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { alarms } from '#shared/contracts/alarms.ts'
import { houseCodes } from '#shared/contracts/house-codes.ts'
import { clockOf } from '#shared/dates.ts'
import { CODE_LASTS_MS, SCAN_LASTS_MS } from '#shared/house-code.ts'
import { severities } from '#shared/signals.ts'
import { bothNames, text } from '#shared/text.ts'
import { dateIn } from '#shared/zone-time.ts'
import { stopTelling } from '../../farm/alarms/answers.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm, alarmEvent, houseCode } from '../../platform/database/tables/alarms.ts'
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
  notThen: text(
    '扫描时这张现场码还没有启用，手机时钟可能有误，请重新扫描',
    'This code did not hang there yet when it was scanned, so the phone’s clock may be wrong. Scan it again',
  ),
  tooOld: text(
    '扫描已超过 {minutes} 分钟，不能再作为到场证明，请重新扫描',
    'It was scanned more than {minutes} minutes ago and proves nothing any more. Scan it again',
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
    oldMadeAt: before ? [before.madeAt, ...before.oldMadeAt].slice(0, OLD_KEPT) : [],
    remindedAt: null,
  }
  await db
    .insert(houseCode)
    .values({ houseId: found.id, officePath, farmPath: viewer.scope.farm, ...made })
    .onConflictDoUpdate({ target: houseCode.houseId, set: made })
  return { name: found.name, code: `${found.id}.${code}`, madeAt: made.madeAt.toISOString(), isOld: false }
}

type KnownCode = typeof houseCode.$inferSelect

/** Why a code does not prove that somebody was in the house at a time; null if it hung there then. */
function refusalOf(known: KnownCode | undefined, secret: string, at: Date, timeZone: string): Message | null {
  if (!known) return words.unknown
  const hash = hashToken(secret)
  const place = [known.codeHash, ...known.oldHashes].findIndex(each => same(each, hash))
  if (place === -1) return words.unknown
  const made = [known.madeAt, ...known.oldMadeAt]
  const [from, until] = [made[place], made[place - 1]]
  if (place > 0 && (until === undefined || at >= until))
    return [words.replaced, { day: dateIn(timeZone, known.madeAt.getTime()) }]
  return from && at < from ? words.notThen : null
}

/** When a code was scanned, by our clock. */
function scannedAt({ waitedMs = 0 }: Scan, now: Date): Date {
  if (waitedMs > SCAN_LASTS_MS)
    throw refuse.invalid([
      { field: 'waitedMs', message: [words.tooOld, { minutes: SCAN_LASTS_MS / 60_000 }] },
    ])
  return new Date(now.getTime() - waitedMs)
}
type Scan = Call<typeof alarms.arrive>['body']

/** The same scan may be sent again where its answer was lost. ms */
const SAME_SCAN_MS = 60_000

/** Open alarms of a house that somebody proves to be on site of, who was there at a time: not those that began later. */
const openAt = (db: Db, houseId: string, at: Date, accountId: string, isLate: boolean) => {
  const when = sql`${at.toISOString()}::timestamptz`
  return db
    .select()
    .from(alarm)
    .where(
      and(
        sql`${alarm.houseIds} @> ${sql.param([houseId])}::text[]`,
        ne(alarm.condition, 'cleared'),
        ne(alarm.handling, 'solved'),
        isLate ? sql`greatest(${alarm.raisedAt}, ${alarm.chainFrom}) <= ${when}` : undefined,
        isLate
          ? sql`not exists (select from ${alarmEvent} e where e.alarm_id = ${alarm}.id and e.account_id = ${accountId}
              and e.answer = 'on_site' and e.is_proven and abs(extract(epoch from e.at - ${when})) * 1000 < ${SAME_SCAN_MS})`
          : undefined,
      ),
    )
    .orderBy(alarm.id)
    .for('update')
}

/** Takes all open alarms of a house to being on site, by the code that hangs in it, as of when that was scanned. */
export async function arrive(call: Call<typeof alarms.arrive>) {
  const { db, viewer, body, named } = call
  const now = new Date()
  const at = scannedAt(body, now)
  const [houseId = '', secret = ''] = body.code.split('.')
  const [known] = await db.select().from(houseCode).where(eq(houseCode.houseId, houseId))
  const refusal = refusalOf(known, secret, at, viewer.timeZone)
  if (refusal) throw refuse.invalid([{ field: 'code', message: refusal }])
  const found = await houseIn(db, houseId)
  const { id, name } = found
  const shown = { house: { id, name }, at: at.toISOString() }
  await noteFound(call, { row: found }, () => ({ ...shown, alarmIds: [] }))
  named({ house: nameOf(name) })
  const isLate = body.waitedMs !== undefined
  const rows = await openAt(db, id, at, viewer.accountId, isLate)
  const answering = { ...call, body: {} }
  await asSystem(db, viewer.scope, () =>
    stopTelling(
      db,
      viewer.accountId,
      rows.map(row => row.id),
    ),
  )
  const late = isLate ? { heardAt: now, clock: clockOf(at, viewer.timeZone) } : undefined
  await say(answering, rows, 'on_site', { via: 'code', isProven: true, at, late })
  const ahead = rows.filter(({ handling }) => ['new', 'seen', 'going'].includes(handling))
  if (ahead.length > 0)
    await keepStep(answering, ahead, { step: 'on_site', cause: undefined, via: 'code', at })
  const gravest = rows.toSorted((a, b) => severities.indexOf(b.level) - severities.indexOf(a.level))
  return { ...shown, alarmIds: gravest.map(row => row.id) }
}

export const houseCodesFeature = feature('house-codes', houseCodes, { show, renew })
