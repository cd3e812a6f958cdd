import { seededRandom, seedOf } from '#shared/chance.ts'
import type { FaultOrder } from '#shared/demo-faults.ts'
import type { Metric } from '#shared/sparkplug/types.ts'
import { deviceBirthMetrics, replyMetrics, settingMetrics, signalMetric } from './births.ts'
import type { CommandDesk, CommandReply } from './commands.ts'
import { commandDesk } from './commands.ts'
import type { EdgeNode } from './edge-node.ts'
import { edgeNode } from './edge-node.ts'
import { kindOf, linkFaults } from './faults.ts'
import type { Fleet, GatewaySpec } from './fleet.ts'
import { makeHouse } from './house.ts'
import { houseTime } from './house-clock.ts'
import type { Memories } from './house-memory.ts'
import type { House } from './house-parts.ts'
import { radioOf } from './radio.ts'
import { isLinkRough, type Manner, mannerOf } from './rough.ts'
import type { Reporter, Sample } from './sample.ts'
import { reporterOf, wireMetrics } from './sample.ts'
import type { SampleLog } from './sample-log.ts'
import { sampleLog } from './sample-log.ts'

/** A house with everything its controller needs to report. */
interface Controller {
  code: string
  house: House
  manner: Manner
  reporter: Reporter
  desk: CommandDesk
  /** ms of the last report with everything, and of the last one of a controller that reports rarely */
  snapshotAt: number
  reportedAt: number
  /** how often it was born */
  births: number
}

/** A gateway that plays its houses and sends their reports. */
export interface Gateway {
  readonly code: string
  readonly controllers: readonly Controller[]
  readonly log: SampleLog
  readonly node: EdgeNode
  /** advances the houses by `seconds` of their own time and reports at `now` (ms, wall clock) */
  tick(seconds: number, now: number): void
  /** breaks something behind a controller or repairs it; ignores controllers of other gateways */
  plant(order: FaultOrder): void
  stop(): Promise<void>
}

/** How the process plays. */
export interface GatewayOptions {
  fleet: Pick<Fleet, 'mqtt' | 'group' | 'hostId'>
  spec: GatewaySpec
  /** ms: where houses without memory begin */
  startAt: number
  memories?: Memories
  /** minutes that a house without memory has lived before the start, unreported; 0 by default */
  warmUp?: number
  /** samples kept in case the host requests them again, and most kept while a link is down */
  keep: number
  buffer: number
  log(text: string): void
  /** settings or what is planned for them have changed: to be remembered at once */
  onSet?(): void
}

/** longest step of physics and controller, s */
export const LONGEST_STEP = 10
/** longer pauses (a suspended machine) are only partly caught up, s */
const LONGEST_PAUSE = 86_400
const SNAPSHOT_MS = 60_000
const OFFSET = 'Settings/Temp/TargetOffset'
/** K by which the target is turned up at the panel */
const PANEL_OFFSET = 0.5
/** most metrics in a message of buffered samples */
export const BUFFERED_METRICS = 50
/** messages of buffered samples in flight at a time */
const IN_FLIGHT = 32
/** live messages per controller in flight at a time */
const LIVE_IN_FLIGHT = 6

/** A controller as it is at the start, with what its house remembers. */
function controllerAt(
  { spec, startAt, memories, warmUp = 0 }: GatewayOptions,
  { code, house: houseSpec }: GatewaySpec['devices'][number],
  index: number,
): Controller {
  const known = memories?.get(`${spec.code}/${code}`)
  // other birds, other house: the memory is of the previous flock, which was here until then
  const memory = known?.placedOn === houseSpec.placedOn ? known : undefined
  const lived = known ? 0 : Math.min(warmUp, minutesOfDay(houseSpec.timeZone, startAt))
  const begin = Math.max(known?.at ?? startAt, startAt) - lived * 60_000
  const house = makeHouse(houseSpec, begin, memory)
  play(house, lived * 60)
  const manner = mannerOf(houseSpec)
  const reporter = reporterOf(house, index, manner)
  return {
    code,
    house,
    manner,
    reporter,
    desk: commandDesk(house, memory?.desk),
    snapshotAt: 0,
    reportedAt: 0,
    births: 0,
  }
}

/** What a controller has to report now. */
export function reportsOf(controller: Controller, now: number): Sample[] {
  const { manner, reporter } = controller
  if (manner.everyMs === 0) {
    const everything = now - controller.snapshotAt >= SNAPSHOT_MS
    if (everything) controller.snapshotAt = now
    return known(everything ? reporter.full(now) : reporter.changes(now))
  }
  // Nobody lets an alarm wait for the next report.
  const alarms = known(reporter.events(now))
  if (now - controller.reportedAt < manner.everyMs) return alarms
  controller.reportedAt = now
  return [...alarms, ...known(reporter.changes(now))]
}

const known = <T>(found: T | undefined): T[] => (found === undefined ? [] : [found])

/** The metrics of a sample from `first` on, at most `count`, as the controller sends them. */
export function metricsOf(
  { manner, births }: Pick<Controller, 'manner' | 'births'>,
  sample: Sample,
  { first, count, isPast }: { first: number; count: number; isPast: boolean },
): Metric[] {
  const metrics = wireMetrics(sample, isPast && manner.marksHistory, first, count)
  if (births > 1) return metrics
  return metrics.map((metric, i) => {
    const announced = sample.metrics[first + i]
    return !announced || manner.isBornWith(announced) ? metric : { ...metric, name: announced.name }
  })
}

/** A controller's report of settings and a command. */
const answerOf = (
  { house, desk }: Controller,
  reply: CommandReply | undefined,
  settings: Iterable<string>,
  now: number,
) => [
  ...replyMetrics(house, { reply, returns: desk.returns() }, now),
  ...settingMetrics(house, settings, now),
]

/** Reports at once what is new, and from the log what could not be sent. */
function reporting(controllers: readonly Controller[], log: SampleLog, node: EdgeNode) {
  let inFlight = 0
  let liveInFlight = 0

  function report(controller: Controller, now: number): void {
    for (const sample of reportsOf(controller, now)) {
      log.add(sample)
      // a host that answers slowly gets the rest from the buffer, once it has caught up
      const isMuch = liveInFlight >= LIVE_IN_FLIGHT * controllers.length * controller.manner.parts
      if (node.isBorn() && !isMuch) sendLive(controller, sample)
    }
  }

  /** Live data does not wait for the buffer; until its PUBACK the log does not hand it out again. */
  function sendLive(controller: Controller, sample: Sample): void {
    sample.delivered = true
    const count = Math.max(1, Math.ceil(sample.metrics.length / controller.manner.parts))
    for (let first = 0; first < sample.metrics.length; first += count) {
      const metrics = metricsOf(controller, sample, { first, count, isPast: false })
      liveInFlight++
      void node.publish(controller.code, metrics, sample.at + sample.clockOff).then(arrived => {
        liveInFlight--
        if (!arrived) recover(sample)
      })
    }
  }

  function recover(sample: Sample): void {
    sample.delivered = false
    log.recall()
  }

  /** Sends what is buffered, oldest first, with a limited number of messages in flight. */
  function drain(): void {
    while (node.isBorn() && inFlight < IN_FLIGHT) {
      const sample = log.nextUndelivered()
      if (!sample) return
      sendBuffered(sample)
    }
  }

  function sendBuffered(sample: Sample): void {
    const controller = controllers[sample.device]
    if (!controller) return
    const parts: Promise<boolean>[] = []
    for (let first = 0; first < sample.metrics.length; first += BUFFERED_METRICS) {
      const metrics = metricsOf(controller, sample, { first, count: BUFFERED_METRICS, isPast: true })
      inFlight++
      // Whoever does not mark the past sends it as it would have been sent then.
      const at = controller.manner.marksHistory ? Date.now() : sample.at
      const part = node.publish(controller.code, metrics, at + sample.clockOff)
      parts.push(part)
    }
    void Promise.all(parts).then(arrived => {
      inFlight -= parts.length
      // a lost connection recalls the log by itself
      sample.delivered = arrived.every(Boolean)
      drain()
    })
  }

  return { report, drain }
}

/** A gateway with its houses; call `node.start()` to connect it. */
export function makeGateway(options: GatewayOptions): Gateway {
  const { fleet, spec } = options
  const controllers = spec.devices.map((device, i) => controllerAt(options, device, i))
  const byCode = new Map(controllers.map(controller => [controller.code, controller]))
  const log = sampleLog(options.keep, options.buffer)
  const seed = seedOf(spec.code, ...spec.devices.map(device => device.house.seed))
  const rate = spec.devices[0]?.house.faults ?? 1
  const isRough = spec.devices.some(({ house }) => isLinkRough(house))
  const link = linkFaults(seededRandom(seed), rate, isRough)
  const radio = radioOf(spec.code)
  const node = edgeNode({
    url: fleet.mqtt.url,
    group: fleet.group,
    hostId: fleet.hostId,
    code: spec.code,
    secret: spec.secret,
    devices: spec.devices.map(device => device.code),
    birthOf,
    clockOf: (code, now) => now + (byCode.get(code)?.manner.clockOff(now) ?? 0),
    signalAt: radio.tell,
    onCommand,
    onReplay(from, to) {
      log.askAgain(from, to)
      drain()
    },
    onBorn: () => drain(),
    onLost: () => log.recall(),
    log: options.log,
  })
  const { report, drain } = reporting(controllers, log, node)

  function birthOf(code: string, now: number): Metric[] {
    const controller = byCode.get(code)
    if (!controller) return []
    const sample = controller.reporter.full(now)
    controller.snapshotAt = now
    controller.reportedAt = now
    controller.births++
    const missing = new Set(
      controller.births > 1
        ? []
        : sample.metrics.filter(metric => !controller.manner.isBornWith(metric)).map(({ alias }) => alias),
    )
    const metrics = deviceBirthMetrics(controller.house, sample, controller.desk)
    return metrics.filter(({ alias }) => alias === undefined || !missing.has(alias))
  }

  function onCommand(code: string, metrics: readonly Metric[], now: number): Metric[] | undefined {
    const controller = byCode.get(code)
    if (!controller) return undefined
    const reply = controller.desk.execute(metrics, now)
    options.onSet?.()
    return answerOf(controller, reply, reply.settings, now)
  }

  return {
    code: spec.code,
    controllers,
    log,
    node,
    tick(seconds, now) {
      link.step(controllers[0]?.house.at ?? now, seconds)
      node.setLink(!link.has('link'))
      for (const controller of controllers) {
        play(controller.house, seconds)
        announceReturns(controller, now)
        report(controller, now)
      }
      tellSignal(now)
      drain()
    },
    plant({ device, fault, number, isPlanted }) {
      const controller = byCode.get(device)
      if (!controller) return
      const kind = kindOf[fault]
      if (kind === 'panel') return turnAtPanel(controller, isPlanted)
      const faults = kind === 'link' ? link : controller.house.faults
      if (isPlanted) faults.breakDown({ kind, index: number, until: Number.POSITIVE_INFINITY })
      else faults.repair(kind, number)
    },
    stop: () => node.stop(),
  }

  function tellSignal(now: number): void {
    const signal = node.isBorn() ? radio.news(now) : undefined
    if (signal !== undefined) void node.publishOwn([signalMetric(signal, now)], now)
  }

  /** Somebody at the controller itself turns the target up, or back. */
  function turnAtPanel(controller: Controller, isUp: boolean): void {
    const { code, desk, house } = controller
    if (house.changeSettings({ [OFFSET]: isUp ? PANEL_OFFSET : 0 }).length > 0) return
    desk.forget([OFFSET])
    options.onSet?.()
    const now = Date.now()
    void node.publish(code, answerOf(controller, desk.last(), [OFFSET], now), now)
  }

  /** Ends temporary changes, whether or not anybody is connected. */
  function announceReturns(controller: Controller, now: number): void {
    const { code, desk } = controller
    const changed = desk.revertDue(now)
    if (changed.length === 0) return
    options.onSet?.()
    void node.publish(code, answerOf(controller, desk.last(), changed, now), now)
  }
}

/** Minutes since the house's midnight. */
function minutesOfDay(timeZone: string, at: number): number {
  return Math.floor(houseTime(timeZone, at).hour * 60)
}

/** Advances a house by `seconds` in steps suitable for its physics. */
export function play(house: House, seconds: number): void {
  const left = Math.min(seconds, LONGEST_PAUSE)
  house.at += (seconds - left) * 1000
  const steps = Math.ceil(left / LONGEST_STEP)
  for (let i = 0; i < steps; i++) house.step(left / steps)
}
