import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { FAULT_CHANNEL, FaultOrder } from '#shared/demo-faults.ts'
import type { Config } from '../platform/config.ts'
import { asOwner } from '../platform/database/connect.ts'
import { listenTo } from '../platform/database/listen.ts'
import { readMark, writeMark } from '../platform/database/marks.ts'
import type { DatabaseUrls } from '../platform/database/prepare.ts'
import type { Events } from '../platform/events.ts'
import type { RunningDevices } from '../telemetry/devices.ts'
import type { PlantedFaults } from './planted-faults.ts'
import { secretOf } from './seed/demo.ts'
import { noteCountedWater } from './seed/demo-counted.ts'
import { demoGateways, roughHouses, withoutGenerator } from './seed/demo-farms.ts'
import { keepFeedBooks } from './seed/demo-feed-book.ts'
import { replaceEndedFlocks } from './seed/demo-flocks.ts'
import { lossesOf, tellDemoDays } from './seed/demo-records.ts'
import { fleetGateways } from './seed/houses.ts'
import { CAMERA_USER, cameraPassword, type SimulatedCameras } from './simulated-cameras.ts'
import { type SimulatedFleet, startSimulation } from './simulation.ts'

/** Flocks end at midnight of their house. */
const LOOK_MS = 3_600_000

interface Parts {
  config: Config
  log: FastifyBaseLogger
  urls: DatabaseUrls
  devices: RunningDevices
  events: Events
  faults: PlantedFaults
  cameras: SimulatedCameras
  /** Days of the past still to be played. */
  historyDays: number
}

/** Plays the houses of the demonstration, and places new birds when a flock's time is over. */
export async function startDemo(parts: Parts): Promise<{ stop(): Promise<void> } | undefined> {
  const { config, log, urls, devices, events, faults, cameras } = parts
  // Another process may have played the past since this one was started.
  const isPlayed = await asOwner(urls, owner => readMark(owner, 'history'))
  let historyDays = isPlayed ? 0 : parts.historyDays
  const has = (code: string) => demoGateways.has(code)

  /** The gateways as currently registered, and whether their birds have changed. */
  async function read() {
    const found = await asOwner(urls, async owner => {
      await tellDemoDays(owner, has)
      const replaced = await replaceEndedFlocks(owner, has)
      if (replaced.length > 0) await tellDemoDays(owner, has)
      await keepFeedBooks(owner)
      const gateways = await fleetGateways(owner, has, code => secretOf(config.appSecret, code))
      for (const { code, house } of gateways.flatMap(({ devices }) => devices)) {
        if (roughHouses[code]) house.rough = roughHouses[code]
        if (withoutGenerator.has(code)) house.hasGenerator = false
        house.lost = lossesOf(code, house)
      }
      return { replaced, gateways }
    })
    await noteCountedWater(urls, has, 1)
    if (found.replaced.length > 0) events.emit('registry', { deviceIds: found.replaced })
    return { gateways: found.gateways, isChanged: found.replaced.length > 0 }
  }
  const onHistory = async () => {
    await noteCountedWater(urls, has, historyDays)
    await asOwner(urls, owner => writeMark(owner, 'history', new Date().toISOString()))
    historyDays = 0
  }
  const play = (gateways: SimulatedFleet['gateways']) => {
    const { group, hostId } = config
    const reached = { username: CAMERA_USER, password: cameraPassword(config.appSecret) }
    const mqtt = { url: addressOf(config, devices) }
    const fleet = { mqtt, group, hostId, historyDays, gateways, cameras: reached }
    const stateFile = join(config.dataDir, 'simulator.json')
    return startSimulation({ fleet, stateFile, onHistory, faults, cameras }, log)
  }

  const { gateways } = await read()
  if (gateways.length === 0) return undefined
  let simulation = play(gateways)
  let looking: Promise<void> | undefined
  async function look(): Promise<void> {
    // A past being delivered is finished first.
    if (historyDays > 0) return
    const next = await read()
    if (!next.isChanged) return
    await simulation.stop()
    simulation = play(next.gateways)
  }
  const listening = listenTo(urls.app, FAULT_CHANNEL, {
    heard(payload) {
      try {
        faults.change(FaultOrder.parse(JSON.parse(payload)))
      } catch (error) {
        log.warn({ err: error }, 'a fault that was told is not understood')
      }
    },
    began() {},
  })
  const timer = setInterval(() => {
    looking = look().catch(error =>
      log.warn({ err: error }, 'the flocks of the demonstration stay as they are'),
    )
  }, LOOK_MS)

  return {
    async stop() {
      clearInterval(timer)
      await listening.stop()
      await looking
      await simulation.stop()
    },
  }
}

/** Where the simulator finds the broker; without the server's own credentials, since each gateway has its own. */
function addressOf({ mqttUrl, mqttHost }: Config, devices: RunningDevices): string {
  if (mqttUrl) return devices.mqttUrl
  const host = ['0.0.0.0', '::'].includes(mqttHost) ? '127.0.0.1' : mqttHost
  return `mqtt://${host.includes(':') ? `[${host}]` : host}:${devices.port}`
}
