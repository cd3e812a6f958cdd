import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demoCustomers } from '#server/demo/seed/demo-farms.ts'
import { metricOfAlarm } from '#shared/alarms.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { makeGateway, metricsOf } from '#simulator/gateway.ts'
import { liveThrough } from '#simulator/history.ts'
import type { House } from '#simulator/house-parts.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { alarmFarm, MINUTE } from './testing/alarm-farm.ts'

const farm = alarmFarm()
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Of the past that a demonstration plays. */
const DAYS = 8
/** A fault whose alarm nobody can expect: it passed before the delay, or nothing needed what was broken. */
const SHORT = 12 * MINUTE
/** By what is broken, the alarm that must be found. Pads and fans may not be wanted while they are out of order. */
const alarmOf: Readonly<Record<string, (index: number) => string>> = {
  mains: () => 'PowerFail',
  temperatureSensor: index => `SensorTemp${index}`,
}
const codeOf = (kind: string, index: number) => alarmOf[kind]?.(index)

interface Broken {
  kind: string
  index: number
  from: number
  until: number
}
/** Notes what breaks in a house while it lives. */
function watchFaults(house: House): ReadonlyMap<unknown, Broken> {
  const broken = new Map<unknown, Broken>()
  const step = house.step
  house.step = seconds => {
    step(seconds)
    for (const fault of house.faults.active)
      if (!broken.has(fault)) broken.set(fault, { ...fault, from: house.at })
  }
  return broken
}

/** The past of a house of the demonstration as its gateway delivers it: every report with its time, oldest first. */
async function pastOf(name: string, from: number) {
  const customers = demoCustomers.flatMap(({ timeZone, sites }) => sites.map(site => ({ timeZone, ...site })))
  const site = customers.find(({ houses }) => name in houses)
  const found = site?.houses[name]
  if (!site || !found) throw new Error(`the demonstration has no ${name}`)
  const { ageDays, cage: _, ...form } = found
  const { latitude, longitude, timeZone } = site
  const placedOn = new Date(from + (DAYS - ageDays) * DAY).toISOString().slice(0, 10)
  const house = { ...form, name, latitude, longitude, timeZone, placedOn, seed: 7, faults: 12 }
  const gateway = makeGateway({
    fleet: { mqtt: { url: 'mqtt://127.0.0.1:1' }, group: 'farm', hostId: 'host' },
    spec: { code: 'GW-1', secret: 'secret', devices: [{ code: 'C-1', house }] },
    startAt: from,
    keep: 1_000_000,
    buffer: 1_000_000,
    log: () => {},
  })
  const [controller] = gateway.controllers
  if (!controller) throw new Error('no controller')
  const broken = watchFaults(controller.house)
  await liveThrough(gateway, () => from + DAYS * DAY)
  const reports: { at: number; told: Record<string, MetricValue> }[] = []
  for (let sample = gateway.log.nextUndelivered(); sample; sample = gateway.log.nextUndelivered()) {
    const whole = { first: 0, count: sample.metrics.length, isPast: true }
    const told: Record<string, MetricValue> = {}
    for (const [i, { value }] of metricsOf(controller, sample, whole).entries())
      told[sample.metrics[i]?.name ?? ''] = value ?? null
    reports.push({ at: sample.at, told })
  }
  return { type: form.type, placedOn, reports, broken: [...broken.values()] }
}

test.each(['EC-WF-01', 'EC-BV-01', 'EC-LB-01'])(
  'every alarm in the past of %s is what its readings say at that moment, and each fault has its alarm',
  async name => {
    const from = Math.floor((farm.now - DAYS * DAY) / HOUR) * HOUR
    const { type, placedOn, reports, broken } = await pastOf(name, from)
    const { made } = await farm.controllers(1, placedOn, type)
    const [at] = made
    if (!at) throw new Error('no controller')
    await farm.app.services.store
      .scoped(SYSTEM)
      .update(houseDevice)
      .set({ from: new Date(from - DAY) })
      .where(eq(houseDevice.deviceId, at.id))
    await farm.start()
    for (const { at: when, told } of reports) farm.report(at, told, when, true)
    await farm.settled()
    const alarms = await farm.alarmsOf(at)
    expect(alarms.length).toBeGreaterThan(3)
    const told = new Map(reports.map(report => [report.at, report.told]))
    for (const { code, raisedAt, value, limit } of alarms) {
      const values = told.get(raisedAt.getTime())
      // The controller said so in that very report, and its figure stands in it.
      expect(values?.[`Alarm/${code}`], code).toBe(true)
      const metric = metricOfAlarm(code)
      if (value !== null) expect(value, code).toBe(values?.[metric ?? ''])
      if (value !== null && limit !== null)
        expect(code.includes('High') ? value > limit : value < limit, `${code} ${value} ${limit}`).toBe(true)
    }
    const until = from + DAYS * DAY - HOUR
    for (const { kind, index, from: began, until: ended } of broken) {
      const code = codeOf(kind, index)
      const lastsMs = Math.min(ended, until) - began
      if (!code || lastsMs < (kind === 'mains' ? 2 * MINUTE : SHORT)) continue
      const its = alarms.filter(
        alarm =>
          alarm.code === code && alarm.raisedAt.getTime() >= began && alarm.raisedAt.getTime() <= ended,
      )
      expect(its, `${kind} ${index} at ${new Date(began).toISOString()}`).not.toEqual([])
    }
  },
)
