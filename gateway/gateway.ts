import { join } from 'node:path'
import { z } from 'zod'
import { readOrder } from '#shared/device-order.ts'
import { openBus } from './bus.ts'
import type { Setup } from './config.ts'
import { type Controller, makeController } from './controller.ts'
import { CounterMemory, counters } from './counters.ts'
import { delivery } from './delivery.ts'
import { DeskMemory } from './desk-memory.ts'
import { type Disk, openDisk } from './disk.ts'
import { type EdgeNode, edgeNode } from './edge-node.ts'
import { ClockMemory, farmClock, thisComputer } from './farm-clock.ts'
import { type Keeper, patientKeeper } from './keeper.ts'
import { makeLocal } from './local.ts'
import { mapTrials } from './map-trials.ts'
import { ownState } from './own-state.ts'
import { openSampleLog, type SampleLog } from './sample-log.ts'

/** Everything at work: buses are read, the server is told, what it sends is set. */
export interface Gateway {
  start(): void
  stop(): Promise<void>
}

/** Room for the aliases of one controller. */
const ALIASES = 10_000
/** ms between two looks for something to report */
const TICK = 1_000
/** ms between two times at which the memory is forced onto the disk */
const SYNC = 5_000
/** ms until a disk that takes nothing is tried again */
const RETRY = 10_000
const Life = z.object({ bdSeq: z.number() })

/** A gateway that is not yet at work; `isAtWork` is called between the steps of its opening. */
export function makeGateway(setup: Setup, say: (text: string) => void, isAtWork: () => void): Gateway {
  const { storage, server } = setup
  const file = (name: string) => join(storage.folder, name)
  const disk = openDisk(say)
  const kept = { disk, say }
  const log = openSampleLog({ ...storage, folder: file('samples'), disk, say, isAtWork })
  const clock = farmClock({
    computer: thisComputer(),
    keeper: patientKeeper(file('clock.json'), ClockMemory.nullable(), null, kept),
    nextSample: log.end,
    onCorrected: (shiftMs, first) => log.correct(first, shiftMs),
    say,
  })
  const firstLife = { bdSeq: Math.floor(clock.now() / 1000) % 256 }
  const nextLife = lifeNumbers(patientKeeper(file('life.json'), Life, firstLife, kept))
  const counted = counters(patientKeeper(file('counters.json'), CounterMemory, {}, kept))
  const buses = new Map(setup.buses.map(bus => [bus.name, openBus(bus)]))
  const controllers = new Map<string, Controller>()
  const careForDisk = diskCare(log, disk)
  let timer: NodeJS.Timeout | undefined

  const trials = mapTrials({ buses, publish: metrics => void node.publishOwn(metrics), say })
  const own = ownState({ log, disk, clock, publish: metrics => node.publishOwn(metrics) })
  const node = edgeNode({
    server,
    clock,
    alive: () => [...controllers.values()].filter(each => each.isAlive()).map(({ code }) => code),
    birthOf: (code, now) => controllers.get(code)?.birth(now) ?? [],
    about: now => [...own.about(now), ...trials.about(now)],
    nextLife,
    onCommand(code, metrics) {
      const controller = controllers.get(code)
      controller?.execute(readOrder(metrics, controller.nameOf))
    },
    onReplay(from, to) {
      log.askAgain(from, to)
      drain()
    },
    onBorn: sendWaiting,
    onQuestion: trials.take,
    onHouses: text => local.told(text),
    onLost: () => log.recall(),
    say: text => say(`${server.url}: ${text}`),
  })

  const { keep, drain } = delivery({ log, node, controllers })
  function sendWaiting(): void {
    log.recall()
    drain()
  }

  const tellLife = lifeTelling({ controllers, node, onAnswers: sendWaiting, say })
  setup.controllers.forEach((controller, i) => {
    const { code } = controller
    controllers.set(
      code,
      makeController({
        setup: controller,
        buses,
        counters: counted,
        desk: patientKeeper(file(`settings-${i}-${safe(code)}.json`), DeskMemory.nullable(), null, kept),
        firstAlias: (i + 1) * ALIASES,
        now: clock.now,
        onLife: () => tellLife(code),
        onSettings: names => void node.publish(code, controllers.get(code)?.settingsReport(names) ?? []),
        say,
      }),
    )
  })

  const local = makeLocal({ setup, buses, controllers, isReached: node.isBorn, clock, disk, say })

  function tick(): void {
    clock.tick()
    const now = clock.now()
    local.tick()
    for (const controller of controllers.values()) {
      controller.tick()
      const sample = controller.report(now)
      if (sample) keep(controller, sample)
    }
    careForDisk()
    if (node.isBorn()) own.tell(now)
    drain()
  }

  return {
    start() {
      for (const controller of controllers.values()) controller.start()
      node.start()
      local.start()
      timer = setInterval(tick, TICK)
    },
    async stop() {
      clearInterval(timer)
      local.stop()
      for (const controller of controllers.values()) controller.stop()
      await node.stop()
      for (const bus of buses.values()) bus.close()
      log.close()
    },
  }
}

/** Numbers the lives of the node, over restarts: 0 … 255 and round again. */
function lifeNumbers(keeper: Keeper<z.infer<typeof Life>>): () => number {
  let { bdSeq } = keeper.value
  return () => {
    bdSeq = (bdSeq + 1) % 256
    keeper.save({ bdSeq })
    return bdSeq
  }
}

interface LifeParts {
  controllers: ReadonlyMap<string, Controller>
  node: EdgeNode
  /** One answers that did not. */
  onAnswers(): void
  say(text: string): void
}

/** Tells the node of a controller's life, and says once when it begins and ends. */
function lifeTelling({ controllers, node, onAnswers, say }: LifeParts): (code: string) => void {
  const lives = new Map<string, boolean>()
  return code => {
    const controller = controllers.get(code)
    if (!controller) return
    const isAlive = controller.isAlive()
    node.setAlive(code, isAlive)
    if (isAlive === (lives.get(code) ?? false)) return
    lives.set(code, isAlive)
    say(`${code}: ${isAlive ? 'answers' : 'does not answer'}`)
    // What waits for it can be sent now.
    if (isAlive) onAnswers()
  }
}

/** Called with every tick: forces the samples onto the disk, and tries a disk again that takes nothing, once in a while. */
function diskCare(log: SampleLog, disk: Disk): () => void {
  let [syncedAt, retriedAt] = [0, 0]
  return () => {
    if (performance.now() - syncedAt > SYNC) {
      syncedAt = performance.now()
      log.sync()
    }
    if (disk.trouble() !== '' && performance.now() - retriedAt > RETRY) {
      retriedAt = performance.now()
      disk.retry()
    }
  }
}

/** A code as part of a file's name. */
const safe = (code: string) => code.replace(/[^A-Za-z0-9_-]/g, '_')
