import { seededRandom } from '#shared/chance.ts'
import { DataType, type Metric, type Payload } from '#shared/sparkplug/types.ts'
import { bdSeqOf } from '../birth-facts.ts'
import { createDoubleStreams } from '../double-streams.ts'
import {
  createNodeState,
  due,
  endLife,
  isDeath,
  receiveBirth,
  receiveSeq,
  wantRebirth,
} from '../node-state.ts'
import type { KnownDevice } from '../registry.ts'

export const NOW = 1_800_000_000_000
const SECOND = 1_000

/** A message on its way. Times in ms since 1970. */
export interface Sent {
  /** When it arrives. */
  at: number
  kind: 'NBIRTH' | 'NDEATH' | 'DBIRTH' | 'DDATA'
  deviceId: string
  payload: Payload
  bytes: Uint8Array
}

/** How a box counts its lives. */
export const countings = ['goes on', 'from zero', 'always zero', 'at random'] as const
export type Counting = (typeof countings)[number]

export interface BoxOptions {
  seed: number
  counting: Counting
  /** The number of its first life. */
  firstLife?: number
  /** How far its clock is ahead, ms. */
  aheadMs?: number
  devices?: string[]
  serial?: string
  /** When it was started, ms since 1970, if it tells its uptime. */
  startedAt?: number
}

/** Writes what one box sends; `out` decides when it arrives. */
export function createBox(options: BoxOptions, out: (sent: Sent) => void) {
  const { counting, aheadMs = 0, devices = ['c1'], serial, startedAt } = options
  const random = seededRandom(options.seed)
  let bdSeq = (options.firstLife ?? 0) - 1
  let seq = 0
  let value = 0
  let clockMs = aheadMs

  const metric = (name: string, datatype: Metric['datatype'], value: Metric['value']): Metric => ({
    name,
    datatype,
    value,
  })
  const write = (kind: Sent['kind'], now: number, metrics: Metric[], deviceId = 'node'): Sent => {
    const payload: Payload = { timestamp: now + clockMs, metrics }
    if (kind !== 'NDEATH') payload.seq = seq++ % 256
    const text = JSON.stringify([kind, deviceId, payload], (_, part) =>
      typeof part === 'bigint' ? `${part}` : part,
    )
    return { at: now, kind, deviceId, payload, bytes: Buffer.from(text) }
  }
  const life = () => metric('bdSeq', DataType.Int64, BigInt(bdSeq))
  const measured = () => metric('Climate/Temp/Avg', DataType.Float, value++)

  return {
    random,
    devices,
    /** Begins a life; after a power failure, whatever it counts by may be lost. */
    begin(hasRestarted: boolean): void {
      const next = counting === 'from zero' && hasRestarted ? 0 : bdSeq + 1
      bdSeq =
        counting === 'always zero'
          ? 0
          : counting === 'at random'
            ? Math.floor(random.next() * 256)
            : next % 256
    },
    /** `isOdd`: only the birth begins its numbers anew, the messages after it go on. */
    bear(now: number, isOdd = false): void {
      const before = seq
      seq = 0
      const told = [life()]
      if (serial !== undefined) told.push(metric('Node Info/Serial Number', DataType.String, serial))
      if (startedAt !== undefined)
        told.push(metric('Node Info/Uptime', DataType.Int64, BigInt(Math.floor((now - startedAt) / SECOND))))
      out(write('NBIRTH', now, told))
      if (isOdd) seq = before
      for (const device of devices) out(write('DBIRTH', now + 10, [measured()], device))
    },
    report(now: number, device = devices[0] ?? 'c1'): Sent {
      const sent = write('DDATA', now, [measured()], device)
      out(sent)
      return sent
    },
    /** Written now, to be sent later. */
    keep: (now: number, device = devices[0] ?? 'c1') => write('DDATA', now, [measured()], device),
    death: (now: number) => write('NDEATH', now, [life()]),
    skip: (messages: number) => {
      seq += messages
    },
    resetNumbers: () => {
      seq = 0
    },
    setClock: (ms: number) => {
      clockMs = ms
    },
  }
}
export type Box = ReturnType<typeof createBox>

const gateway = { id: 'gw' } as KnownDevice

/** What somebody does: yields when to go on, ms since 1970. */
export type Script = Iterator<number, unknown>

/** What a server notices of messages in the order of their arrival; it asks for births as it does, and `answer` sends some. */
export function noticed(
  scripts: Script[],
  sent: Sent[],
  lastsMs: number,
  answer: (now: number) => void = () => {},
) {
  const notices: number[] = []
  const streams = createDoubleStreams({ note: () => void notices.push(now) })
  const node = createNodeState()
  const awaited = new Map(scripts.map(script => [script, NOW]))
  let now = NOW
  let doubted = 0

  function take({ kind, deviceId, payload, bytes }: Sent): void {
    const { seq, timestamp } = payload
    const bdSeq = bdSeqOf(payload)
    if (kind === 'NBIRTH') {
      streams.born(gateway, payload, bytes, now)
      receiveBirth(node, { bdSeq, seq, session: null, now })
    } else if (kind === 'NDEATH') {
      if (isDeath(node, bdSeq, null)) endLife(node)
    } else if (!node.born) wantRebirth(node)
    else {
      const inTurn = receiveSeq(node, seq, now)
      if (!streams.isOther({ gateway, deviceId, seq, timestamp, payload: bytes, inTurn, now })) return
      doubted++
      if (streams.mayAsk(gateway.id, now)) wantRebirth(node)
    }
  }

  for (; now <= NOW + lastsMs; now += SECOND) {
    for (const [script, at] of awaited) {
      if (at > now) continue
      const next = script.next()
      if (next.done) awaited.delete(script)
      else awaited.set(script, next.value)
    }
    if (awaited.size === 0 && sent.length === 0) break
    const arrived = sent.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)
    if (arrived.length > 0) sent.splice(0, sent.length, ...sent.filter(({ at }) => at > now))
    for (const message of arrived) take(message)
    if (due(node, now, 0.5).rebirth) answer(now)
  }
  return { notices: notices.map(at => at - NOW), doubted }
}
