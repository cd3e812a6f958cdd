import { setTimeout as pause } from 'node:timers/promises'
import { counted, type Line, noCounts } from './line.ts'
import {
  answerLength,
  beginsAnswer,
  decodeAnswer,
  EXCEPTION_LENGTH,
  encodeRequest,
  functionCode,
  ModbusError,
  type Request,
} from './pdu.ts'
import type { Port } from './ports.ts'

/** Checksum of RTU (Modbus over Serial Line 1.02, section 6.2.2). */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}

/** A frame of RTU: address, PDU, checksum. */
export function frameOf(unit: number, pdu: Uint8Array): Buffer {
  const body = Buffer.from([unit, ...pdu])
  const crc = crc16(body)
  return Buffer.from([...body, crc & 0xff, crc >> 8])
}

const AROUND = 3
const hasGoodCrc = (frame: Buffer) =>
  frame.length > AROUND && crc16(frame.subarray(0, -2)) === frame.readUInt16LE(frame.length - 2)

/** What the bytes received so far are. */
type Found = { pdu: Buffer } | { other: number } | 'half' | 'noise' | undefined

/**
 * Looks for the answer among the bytes received: behind noise, or behind the echo of the question, which some converters send
 * back. Only a frame of the right unit, function, length and checksum is one.
 */
export function findAnswer(request: Request, received: Buffer): Found {
  const code = functionCode(request)
  let other: number | undefined
  let isHalf = false
  for (let at = 0; at < received.length; at++) {
    const rest = received.subarray(at)
    const isOurs = rest[0] === request.unit
    for (const length of [answerLength(request), EXCEPTION_LENGTH]) {
      const frame = rest.subarray(0, length + AROUND)
      const isException = rest[1] === (code | 0x80)
      if (frame.length < length + AROUND || (length === EXCEPTION_LENGTH) !== isException) continue
      if (!isException && !beginsAnswer(request, frame.subarray(1))) continue
      if (!hasGoodCrc(frame)) continue
      if (isOurs) return { pdu: frame.subarray(1, -2) }
      other ??= rest[0]
    }
    if (isOurs && rest.length < answerLength(request) + AROUND && beginsAnswer(request, rest.subarray(1)))
      isHalf = true
  }
  if (other !== undefined) return { other }
  if (isHalf) return 'half'
  return received.length > 0 ? 'noise' : undefined
}

interface RtuOptions {
  /** opens the port or the connection */
  open(): Promise<Port>
  /** bits a second; 0 where the line is a network */
  baud: number
  /** ms between an answer and the next question, at least */
  pauseMs?: number
  /** longest silence after a question without an answer, ms; shorter only where a wrong answer does no harm */
  drainMs?: number
  /** how long a silence is waited for while somebody else speaks on the line, ms */
  patienceMs?: number
}

/** Bits of a byte on the line: start, eight, parity or second stop, stop. */
const BITS = 11
/** Bytes of the longest frame (section 2.5.1). */
const LONGEST_FRAME = 256
/** Silence that ends a frame: 3.5 bytes, from 19,200 baud on 1.75 ms (section 2.5.1.1). */
export const silenceMs = (baud: number): number =>
  baud === 0 ? 0 : baud > 19_200 ? 1.75 : (3.5 * BITS * 1000) / baud

/** Modbus RTU over a serial port, or over a network as converters carry it. */
export function rtuLine({
  open,
  baud,
  pauseMs = 0,
  drainMs = Number.POSITIVE_INFINITY,
  patienceMs = 5_000,
}: RtuOptions): Line {
  const counts = noCounts()
  let port: Port | undefined
  let isClosed = false
  let received = Buffer.alloc(0)
  let onBytes: (() => void) | undefined
  let quietFrom = 0

  async function ready(): Promise<Port> {
    if (port) return port
    const opened = await open().catch((error: Error) => {
      throw new ModbusError('closed', error.message)
    })
    if (isClosed) {
      await opened.close()
      throw new ModbusError('closed', 'the bus is closed')
    }
    opened.stream.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      quietFrom = performance.now()
      onBytes?.()
    })
    const lose = () => {
      if (port !== opened) return
      port = undefined
      void opened.close()
      onBytes?.()
    }
    opened.stream.on('error', lose)
    opened.stream.on('close', lose)
    port = opened
    return opened
  }

  /**
   * Waits until nobody has spoken for a while; what came meanwhile is nobody's answer any more.
   * @throws ModbusError on a line that does not fall quiet: a second master, or a transceiver that babbles
   */
  async function untilQuiet(ms: number): Promise<void> {
    const until = performance.now() + ms + patienceMs
    for (;;) {
      const left = quietFrom + ms - performance.now()
      if (left <= 0) break
      received = received.subarray(-LONGEST_FRAME)
      if (performance.now() > until)
        throw new ModbusError('noise', 'somebody speaks on the line without a pause')
      await pause(Math.max(1, left))
    }
    if (received.length > 0) counts.late++
    received = Buffer.alloc(0)
  }

  async function ask(request: Request, timeoutMs: number): Promise<number[]> {
    const line = await ready()
    await untilQuiet(Math.max(pauseMs, silenceMs(baud)))
    const frame = frameOf(request.unit, encodeRequest(request))
    const expected = answerLength(request) + AROUND
    const travel = baud === 0 ? 0 : ((frame.length + expected) * BITS * 1000) / baud
    line.stream.write(frame)
    const found = await answerTo(request, timeoutMs + travel)
    quietFrom = performance.now()
    if (found && typeof found === 'object' && 'pdu' in found) {
      received = Buffer.alloc(0)
      return decodeAnswer(request, found.pdu)
    }
    // An answer that is on its way must not be taken for that of the next question: RTU does not number them.
    received = Buffer.alloc(0)
    if (port) await untilQuiet(Math.min(timeoutMs, drainMs)).catch(() => {})
    throw failure(request, found, port !== undefined)
  }

  function answerTo(request: Request, withinMs: number): Promise<Found> {
    return new Promise(resolve => {
      const done = () => {
        clearTimeout(timer)
        onBytes = undefined
        resolve(findAnswer(request, received))
      }
      const timer = setTimeout(done, withinMs)
      onBytes = () => {
        const found = findAnswer(request, received)
        if (!port || (typeof found === 'object' && 'pdu' in found)) done()
      }
    })
  }

  return {
    counts,
    ask: counted(counts, ask),
    async release() {
      const open = port
      port = undefined
      await open?.close()
    },
    close() {
      isClosed = true
      void this.release()
    },
  }
}

function failure({ unit }: Request, found: Found, isOpen: boolean): ModbusError {
  if (!isOpen) return new ModbusError('closed', 'the port was closed')
  if (found === 'half') return new ModbusError('half', `the answer of unit ${unit} breaks off`)
  if (found === 'noise') return new ModbusError('noise', `what came from unit ${unit} is no answer`)
  if (found && 'other' in found)
    return new ModbusError('otherUnit', `unit ${found.other} answered in place of ${unit}`, found.other)
  return new ModbusError('silent', `unit ${unit} does not answer`)
}
