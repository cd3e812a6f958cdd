import { setTimeout as delay } from 'node:timers/promises'
import type { BusyGateway } from './busy-farm.ts'
import { connectLoadGateway, type LoadGateway, type SentReport } from './load-gateway.ts'
import type { AnnouncedMetric } from './load-metrics.ts'

/**
 * A well-behaved gateway: it keeps every report until acknowledged, reconnects after every cut, sends the kept reports
 * first, and goes on measuring as fast as it is acknowledged.
 */
export interface SteadfastGateway {
  /** `<controller's code> <ms since 1970>` of every report ever sent, including births. */
  readonly sent: ReadonlySet<string>
  /** The same for acknowledged ones. */
  readonly acknowledged: ReadonlySet<string>
  /** Makes no new reports; resolves when all are acknowledged and the connection is closed. */
  finish(): Promise<void>
  /** Cuts the connection; it connects again. */
  cut(): void
  /** Ends it at once. */
  destroy(): void
}

const WINDOW = 50
const AGAIN_AFTER_MS = 50

interface SteadfastOptions {
  port: number
  metrics: readonly AnnouncedMetric[]
  /** Called after every acknowledgement. */
  onAck: () => void
  /** One report each so many ms, rather than as fast as they are acknowledged. */
  everyMs?: number
  qosOfBirths?: 0 | 1
}

/** Starts measuring at once. */
export function startSteadfastGateway(
  { code, password, controllers }: BusyGateway,
  { port, metrics, onAck, everyMs, qosOfBirths = 1 }: SteadfastOptions,
): SteadfastGateway {
  const sent = new Set<string>()
  const acknowledged = new Set<string>()
  const kept = new Map<string, SentReport>()
  const keyOf = ({ controller, at }: SentReport) => `${controllers[controller]} ${at}`
  let link: LoadGateway | undefined
  let measuring = true
  let ended = false
  let turn = 0
  let lastAt = 0

  const measure = () => {
    turn = (turn + 1) % controllers.length
    lastAt = Math.max(Date.now(), lastAt + 1)
    const report = { controller: turn, at: lastAt }
    if (!link?.send(report.controller, report.at)) return
    sent.add(keyOf(report))
    kept.set(keyOf(report), report)
  }
  const noteAck = (report: SentReport) => {
    acknowledged.add(keyOf(report))
    kept.delete(keyOf(report))
    onAck()
    if (measuring && everyMs === undefined) measure()
    else if (!measuring && kept.size === 0) link?.destroy()
  }
  const noteBirth = (at: number) => {
    lastAt = Math.max(lastAt, at)
    for (let controller = 0; controller < controllers.length; controller++)
      sent.add(keyOf({ controller, at }))
  }
  const connect = async () => {
    const callbacks = { onAck: noteAck, onBirth: noteBirth }
    link = await connectLoadGateway({
      port,
      group: 'farm',
      code,
      password,
      controllers,
      metrics,
      window: WINDOW,
      qosOfBirths,
      ...callbacks,
    })
    for (const { controller, at } of kept.values()) link.send(controller, at)
    while (measuring && everyMs === undefined && link.inFlight < WINDOW) measure()
    if (!measuring && kept.size === 0) link.destroy()
    await link.closed
  }
  const live = async () => {
    while (!ended && (measuring || kept.size > 0)) {
      await connect().catch(() => {})
      await delay(AGAIN_AFTER_MS)
    }
  }
  const life = live()
  const pace = everyMs === undefined ? undefined : setInterval(() => measuring && measure(), everyMs)
  return {
    sent,
    acknowledged,
    finish: async () => {
      measuring = false
      clearInterval(pace)
      if (kept.size === 0) link?.destroy()
      await life
    },
    cut: () => link?.destroy(),
    destroy: () => {
      ended = true
      clearInterval(pace)
      link?.destroy()
    },
  }
}
