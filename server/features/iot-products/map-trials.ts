import { and, asc, eq, ilike, isNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { iotProducts, MapTrial } from '#shared/contracts/iot-products.ts'
import { nodeMetric } from '#shared/node-birth.ts'
import { checkMap } from '#shared/register-maps/check-map.ts'
import { judgeTrial, type TriedRegister } from '#shared/register-maps/judge-trial.ts'
import { TrialAnswer, TrialBuses, type TrialQuestion } from '#shared/register-maps/trial.ts'
import { labelOfMetric } from '#shared/signals.ts'
import { type Language, text } from '#shared/text.ts'
import { isSharedWith } from '../../platform/database/consent.ts'
import { newId } from '../../platform/database/ids.ts'
import { device } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { AnyCall, Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { anywhere } from '../../platform/http/lists.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'
import { faultsOf } from './product-maps.ts'

/** Number of gateways offered. */
const MOST = 100
const OUTSIDE = 'Climate/Temp/Outdoor'

const says = {
  away: text(
    '该网关未连接，或其客户未共享养殖场数据',
    'This gateway is not connected, or its customer does not share the farm',
  ),
  bus: text('该网关没有这条总线，请重新选择', 'The gateway has no such bus. Choose another.'),
}

type Contract = typeof iotProducts
const customer = alias(office, 'customer')

/** Connected gateways of farms that the viewer may look into. */
const gatewaysOf = (
  { db, viewer }: AnyCall & Pick<Call<Contract['mapGateways']>, 'db' | 'viewer'>,
  more?: Parameters<typeof and>[0],
) =>
  db
    .select({ id: device.id, code: device.code, name: device.name, farmPath: office.farmPath })
    .from(device)
    .innerJoin(office, eq(office.id, device.officeId))
    .leftJoin(customer, eq(customer.path, office.farmPath))
    .where(
      and(
        eq(device.type, 'gateway'),
        eq(device.status, 'ONLINE'),
        isNull(device.deletedAt),
        isSharedWith(viewer.scope, customer),
        more,
      ),
    )

/** What a gateway last said in JSON; undefined if it says nothing of the kind. */
function saidBy(devices: DeviceSide, gatewayId: string, metric: 'Gateway/Buses' | 'Gateway/Answer'): unknown {
  const said = devices.latest(gatewayId)?.readings.get(metric)?.value
  if (typeof said !== 'string') return undefined
  try {
    return JSON.parse(said)
  } catch {
    return undefined
  }
}

const busesOf = (devices: DeviceSide, gatewayId: string): string[] =>
  TrialBuses.safeParse(saidBy(devices, gatewayId, 'Gateway/Buses')).data ?? []

async function findGateway(call: Call<Contract['tryMap']> | Call<Contract['readTrial']>) {
  const [found] = await gatewaysOf(call, eq(device.id, call.body.gatewayId))
  if (!found) throw refuse.invalid([{ field: 'gatewayId', message: says.away }])
  return found
}

/** What is known behind a gateway: of each metric the value of the first controller that has one. */
async function knownBehind({ db, services }: Call<Contract['readTrial']>, gatewayId: string) {
  const rows = await db.select({ id: device.id }).from(device).where(eq(device.gatewayId, gatewayId))
  const known = new Map<string, number>()
  for (const { id } of rows)
    for (const [metric, { value }] of services.devices.latest(id)?.readings ?? [])
      if (typeof value === 'number' && !known.has(metric)) known.set(metric, value)
  return known
}

/** What an engineer would compare a value with. */
function besideOf(
  { name, unit, value, kind }: TriedRegister,
  known: ReadonlyMap<string, number>,
  language: Language,
): MapTrial['registers'][number]['beside'] {
  if (typeof value !== 'number' || kind === 'alarm' || kind === 'latched') return null
  const same = known.get((name ?? '').replace('#', '1'))
  const [metric, found] = same !== undefined && name ? [name, same] : [OUTSIDE, known.get(OUTSIDE)]
  if (found === undefined || (metric === OUTSIDE && unit !== '°C')) return null
  return { label: labelOfMetric(metric.replace('#', '1'), language), value: found }
}

/** Maps that are being written, tried against devices through the gateways of farms that share. */
export const mapTrials = {
  async mapGateways(call: Call<Contract['mapGateways']>) {
    const { query, services } = call
    const rows = await gatewaysOf(
      call,
      query.search
        ? or(ilike(device.code, anywhere(query.search)), ilike(device.name, anywhere(query.search)))
        : undefined,
    ).orderBy(asc(device.code))
    return rows
      .map(({ id, code, name }) => ({
        id,
        name: code === name ? code : `${code} · ${name}`,
        buses: busesOf(services.devices, id),
      }))
      .filter(({ buses }) => buses.length > 0)
      .slice(0, MOST)
  },
  async tryMap(call: Call<Contract['tryMap']>) {
    const { body, language, services } = call
    const gateway = await findGateway(call)
    if (!busesOf(services.devices, gateway.id).includes(body.bus))
      throw refuse.invalid([{ field: 'bus', message: says.bus }])
    const faults = faultsOf(checkMap(body.text, language), language)
    if (faults.length > 0) throw refuse.invalid(faults)
    const trialId = newId()
    const question: TrialQuestion = { id: trialId, bus: body.bus, unit: body.unit, map: body.text }
    const metric = nodeMetric(Date.now(), 'Gateway/Question', JSON.stringify(question))
    if (!services.devices.commandNode(gateway.id, [metric]))
      throw refuse.invalid([{ field: 'gatewayId', message: says.away }])
    await noteLook(call, 'readings', [gateway])
    return { trialId, code: gateway.code }
  },
  async readTrial(call: Call<Contract['readTrial']>): Promise<MapTrial | null> {
    const { body, language, services } = call
    const gateway = await findGateway(call)
    const answer = TrialAnswer.safeParse(saidBy(services.devices, gateway.id, 'Gateway/Answer')).data
    if (answer?.id !== body.trialId) return null
    const { trouble, other } = answer
    if (trouble !== null) return { trouble, other, registers: [] }
    const faults = faultsOf(checkMap(body.text, language), language)
    if (faults.length > 0) throw refuse.invalid(faults)
    const known = await knownBehind(call, gateway.id)
    const registers = judgeTrial(body.text, answer.fields, language).map(({ name, ...register }) => ({
      ...register,
      beside: besideOf({ name, ...register }, known, language),
    }))
    return { trouble, other, registers }
  },
}
