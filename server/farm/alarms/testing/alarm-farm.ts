import { type Column, type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { HouseType } from '#shared/signals.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { isAboutAlarms } from '../../../people/notices/unread.ts'
import { SYSTEM } from '../../../platform/database/store.ts'
import { alarm, alarmEvent } from '../../../platform/database/tables/alarms.ts'
import { noticeMessage } from '../../../platform/database/tables/histories.ts'
import type { EventMap } from '../../../platform/events.ts'
import { watchOwnPauses } from '../../../platform/own-pauses.ts'
import type { LatestReading } from '../../../telemetry/device-side.ts'
import { type Person, type TestApp, testApp } from '../../../testing/app.ts'
import { buildDevice, buildHouse } from '../../../testing/farm-builder.ts'
import type { Alarms } from '../alarms.ts'
import { tellUnseen } from '../unseen.ts'
import { withRingParts } from './raise-alarm.ts'
import { type AlarmsAlone, startAlarmsAlone } from './start-alone.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const GRACE_MS = 120 * SECOND

/** Nothing happened to this process: tests set its clock as they like. */
const ranOn = () => ({ pausedMs: 0, steppedMs: 0 })

type Values = Record<string, MetricValue>
export interface Controller {
  id: string
  houseId: string
}

/**
 * The alarms of a farm whose devices and clock the test controls. Call it at the top of a test file: its hooks open
 * the farm, and stop the alarms after each test.
 */
export function alarmFarm(settings: Parameters<typeof testApp>[0] = {}) {
  let app: TestApp
  let farmer: Person
  let engine: AlarmsAlone | undefined
  let told: EventMap['alarm'][0][] = []
  let now = Date.now()
  let passed = ranOn
  beforeAll(async () => {
    app = await testApp(settings)
    farmer = await app.as({ office: app.offices.sharing, kind: 2, grants: ['house_alarm:query'] })
    app.services.events.on('alarm', event => told.push(event))
  })
  beforeEach(() => {
    now = Date.now()
    told = []
  })
  afterEach(async () => {
    await engine?.stop()
    engine = undefined
  })
  afterAll(() => app.close())

  async function start(): Promise<Alarms> {
    const { store, events, devices, log, config } = app.services
    engine = await startAlarmsAlone({
      store,
      events,
      devices,
      log,
      config,
      now: () => now,
      ticks: () => now,
      graceMs: GRACE_MS,
      passed: () => passed(),
    })
    return engine
  }
  async function controllers(
    count: number,
    flockStartedOn: string | null = '2026-01-01',
    type: HouseType = 'layer',
  ) {
    const { sharing } = app.offices
    const gateway = await buildDevice(app.services, sharing, { status: 'ONLINE' })
    const made: Controller[] = []
    for (let i = 0; i < count; i++) {
      const { id } = await buildDevice(app.services, sharing, {
        type: 'controller',
        gatewayId: gateway.id,
        status: 'ONLINE',
      })
      const house = await buildHouse(app.services, sharing, { deviceIds: [id], flockStartedOn, type })
      made.push({ id, houseId: house.id })
    }
    return { gateway, made }
  }
  const noticesOf = (id = '') =>
    app.services.store
      .scoped(SYSTEM)
      .select()
      .from(noticeMessage)
      .where(isAboutAlarms([id]))

  return {
    get app() {
      return app
    },
    get farmer() {
      return farmer
    },
    /** The server's clock, ms since 1970. */
    get now() {
      return now
    },
    set now(ms: number) {
      now = ms
    },
    /** Stops this process for a while, and its ticks too if the machine sleeps: the next tick will notice. */
    pause(ms: number, isAsleep: boolean) {
      let ticks = 0
      const look = watchOwnPauses(
        2 * SECOND,
        () => now,
        () => ticks,
      )
      now += ms
      if (!isAsleep) ticks += ms
      passed = () => {
        passed = ranOn
        return look()
      }
    },
    /** What browsers were sent in this test. */
    get told() {
      return told
    },
    start,
    async stop() {
      await engine?.stop()
    },
    /** As after kill -9: what was in memory is gone, the database and the latest state stay. */
    async restart() {
      await engine?.stop()
      return start()
    },
    rereadHouses: async () => engine?.rereadHouses(),
    async settled() {
      await engine?.settled()
    },
    controllers,
    async controller(flockStartedOn?: string | null): Promise<Controller> {
      const { made } = await controllers(1, flockStartedOn)
      return made[0] as Controller
    },
    /** The device side commits a sample: the latest state first, then the event. */
    report({ id }: Controller, values: Values, at = now, historical = false) {
      const known = app.services.devices.states.get(id)
      const readings = new Map<string, LatestReading>(known?.readings)
      for (const [metric, value] of Object.entries(values)) {
        const before = readings.get(metric)
        if (!historical && (!before || before.at <= at)) readings.set(metric, { value, at })
      }
      app.services.devices.states.set(id, { readings, lastMessageAt: now, reportIntervalS: 5 })
      app.services.events.emit('report', {
        deviceId: id,
        at,
        historical,
        values: new Map(Object.entries(values)),
      })
    },
    /** Time goes by while the nodes stay connected and say nothing, in steps as the server looks. */
    pass(ms: number, step = 2 * SECOND) {
      for (const until = now + ms; now < until; ) {
        now = Math.min(until, now + step)
        for (const known of app.services.devices.states.values()) known.lastMessageAt = now
        engine?.tick()
      }
    },
    /** What is counted is stored by now, as a few seconds later it would be. */
    async kept() {
      engine?.tick()
      await engine?.kept()
    },
    allAlarms: () => app.services.store.scoped(SYSTEM).select().from(alarm),
    alarmsOf: ({ houseId }: Pick<Controller, 'houseId'>) =>
      app.services.store
        .scoped(SYSTEM)
        .select()
        .from(alarm)
        .orderBy(alarm.raisedAt)
        .then(rows => rows.filter(({ houseIds }) => houseIds.includes(houseId))),
    noticesOf,
    /** Another process looks for what nobody has seen. */
    tellUnseen: () =>
      withRingParts(app.services, parts =>
        tellUnseen(parts, error => {
          throw error
        }),
      ),
    /** Time goes by for what people are told of alarms: everything of the past is so much longer ago. */
    async passes(minutes: number) {
      const db = app.services.store.scoped(SYSTEM)
      const earlier = (column: SQL | Column) => sql`${column} - ${minutes} * interval '1 minute'`
      await db
        .update(alarm)
        .set({
          rungAt: earlier(alarm.rungAt),
          handledAt: earlier(alarm.handledAt),
          chainFrom: earlier(alarm.chainFrom),
          chainAt: earlier(alarm.chainAt),
        })
        .where(sql`true`)
      await db
        .update(alarmEvent)
        .set({ at: earlier(alarmEvent.at), chainFrom: earlier(alarmEvent.chainFrom) })
        .where(sql`true`)
    },
    /** How many messages about the alarm the farmer has. */
    noticesOfFarmer: async (id = '') =>
      (await noticesOf(id)).filter(({ accountId }) => accountId === farmer.accountId).length,
  }
}
