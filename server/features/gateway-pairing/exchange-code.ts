import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { gatewayPairing as contract, Paired } from '#shared/contracts/gateway-pairing.ts'
import { PAIRING_MS, plainCode } from '#shared/pairing-code.ts'
import { text } from '#shared/text.ts'
import { type LoginGuard, loginGuard } from '../../people/accounts/login-guard.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { device, deviceConnection } from '../../platform/database/tables/farms.ts'
import { gatewayPairing } from '../../platform/database/tables/gateways.ts'
import { addressKey } from '../../platform/http/address.ts'
import type { Call } from '../../platform/http/call.ts'
import { type Refusal, refuse } from '../../platform/http/errors.ts'
import { hashToken } from '../../platform/http/identify.ts'
import type { Message } from '../../platform/http/texts.ts'
import type { Services } from '../../platform/services.ts'
import { hashOf } from '../../telemetry/credentials.ts'

type Exchange = Call<(typeof contract)['exchange']>
type Known = Awaited<ReturnType<typeof findCode>>

const MINUTE_MS = 60_000
const guards = new WeakMap<Services, LoginGuard>()

function guardOf(services: Services): LoginGuard {
  const guard = guards.get(services) ?? loginGuard()
  guards.set(services, guard)
  return guard
}

/**
 * Gives a gateway its credential for a code. The gateway made the secret and sends its hash, so that whoever was interrupted
 * asks again with the same one and gets the same answer; a used code is told with whom it served. Tries are slowed down by
 * address as failed sign-ins are, and noted in the connections of the gateway, or in the log where no gateway is meant.
 */
export async function exchangeCode(call: Exchange): Promise<Paired> {
  const { services, ip } = call
  const guard = guardOf(services)
  const attempt = { account: addressKey(ip), address: addressKey(ip), isKnown: false }
  const wait = guard.enter(attempt)
  if (wait > 0) throw refuse.tooMany(wait)
  const outcome = await services.store.transaction(SYSTEM, async db => {
    const known = await findCode(db, plainCode(call.body.code))
    const fault = faultOf(known, call.body.credential)
    return known && !fault ? { known, paired: await pair(db, call, known) } : refusal(db, call, known, fault)
  })
  if (!('paired' in outcome)) throw outcome.refused
  guard.succeeded(attempt)
  const { known, paired } = outcome
  if (!isRepeated(known, call.body.credential)) {
    services.events.emit('registry', { deviceIds: [known.gateway.id] })
    services.devices.disconnect(known.gateway.id)
  }
  return paired
}

/** The gateway that a code belongs to, locked with it. */
async function findCode(db: Db, code: string) {
  const [found] = await db
    .select({ pairing: gatewayPairing, gateway: device })
    .from(gatewayPairing)
    .innerJoin(device, and(eq(device.id, gatewayPairing.deviceId), isNull(device.deletedAt)))
    .where(eq(gatewayPairing.codeHash, hashToken(code)))
    .for('update')
  return found
}

/** Whether this gateway had its credential already, but perhaps never heard of it. */
const isRepeated = ({ pairing, gateway }: NonNullable<Known>, credential: string) =>
  pairing.usedAt !== null && gateway.credentialHash === hashOf(credential)

/** Why a code gives nothing, in words for whoever types it; undefined if it does. */
function faultOf(known: Known, credential: string): Message | undefined {
  if (!known)
    return text(
      '没有这个配对码：可能输错了，或者页面上已生成新码。请核对，或在设备页重新显示配对码',
      'There is no such code: it is mistyped, or the page has shown a newer one since. Compare it, or have the page show a new one',
    )
  const { pairing, gateway } = known
  if (gateway.status === 'DISABLE')
    return [
      text('网关 {code} 已禁用，请先在设备页启用', 'Gateway {code} is disabled. Enable it on its page first'),
      { code: gateway.code },
    ]
  if (isRepeated(known, credential)) return undefined
  const minutesSince = (at: Date) => Math.max(0, Math.floor((Date.now() - at.getTime()) / MINUTE_MS))
  if (pairing.usedAt)
    return [
      text(
        '该配对码已被使用（{minutes} 分钟前，来自 {from}）。如果不是这台网关，请在设备页重新显示配对码并再配对一次：此后对方即不能再连接',
        'This code is used up: it was used {minutes} min ago from {from}. If that was not this gateway, have its page show a new code and pair again: that locks the other one out',
      ),
      { minutes: minutesSince(pairing.usedAt), from: pairing.usedFrom ?? '' },
    ]
  if (pairing.expiresAt.getTime() > Date.now()) return undefined
  return [
    text(
      '该配对码已过期（{minutes} 分钟前）。配对码 {valid} 分钟内有效，请在设备页重新显示',
      'This code ended {minutes} min ago: a code lasts {valid} minutes. Have the page show a new one',
    ),
    { minutes: minutesSince(pairing.expiresAt), valid: PAIRING_MS / MINUTE_MS },
  ]
}

const noted = ({ ip, body: { box } }: Exchange) => (box ? `${box} · ${ip}` : ip)

/** Notes the failed try: it must be stored although the call is refused. */
async function refusal(
  db: Db,
  call: Exchange,
  known: Known,
  fault: Message | undefined,
): Promise<{ refused: Refusal }> {
  if (known) {
    const { id, officePath } = known.gateway
    await db
      .insert(deviceConnection)
      .values({ deviceId: id, officePath, event: 'pairing-refused', detail: noted(call) })
  } else call.services.log.warn({ ip: call.ip, box: call.body.box }, 'a pairing code that nobody was shown')
  return { refused: refuse.invalid([], fault) }
}

async function pair(db: Db, call: Exchange, known: NonNullable<Known>): Promise<Paired> {
  const { services, body, ip } = call
  const { id, code, officePath, statusReason } = known.gateway
  if (!isRepeated(known, body.credential)) {
    const version = sql`${device.version} + 1`
    const reason = statusReason === 'needs-credential' ? 'reset' : statusReason
    await db
      .update(device)
      .set({ credentialHash: hashOf(body.credential), statusReason: reason, version })
      .where(eq(device.id, id))
    await db
      .update(gatewayPairing)
      .set({ usedAt: sql`now()`, pairedAt: sql`now()`, usedFrom: ip, usedBy: body.box })
      .where(eq(gatewayPairing.deviceId, id))
    await db
      .insert(deviceConnection)
      .values({ deviceId: id, officePath, event: 'paired', detail: noted(call) })
  }
  const controllers = await db
    .select({ code: device.code, name: device.name })
    .from(device)
    .where(and(eq(device.gatewayId, id), isNull(device.deletedAt)))
    .orderBy(asc(device.codeKey))
  const { group, hostId, deviceCa } = services.config
  return {
    gateway: code,
    group,
    host: hostId,
    mqttUrl: services.devices.mqttUrl,
    ca: deviceCa ?? null,
    controllers,
  }
}
