import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { counted, type Line, noCounts } from './line.ts'
import { decodeAnswer, encodeRequest, ModbusError, type Request } from './pdu.ts'

interface TcpOptions {
  open(): Promise<Socket>
  pauseMs?: number
}

/** transaction, protocol, length and unit before the PDU (Modbus Messaging on TCP/IP 1.0b, section 3.1.3) */
const HEADER = 7
const LONGEST = 260
/** questions without an answer after which the connection is made anew */
const UNHEARD = 3

/** A question with its number. */
function packetOf(number: number, request: Request): Buffer {
  const pdu = encodeRequest(request)
  const header = Buffer.alloc(HEADER)
  header.writeUInt16BE(number, 0)
  header.writeUInt16BE(pdu.length + 1, 4)
  header.writeUInt8(request.unit, 6)
  return Buffer.concat([header, pdu])
}

/** Modbus TCP: answers carry the number of their question, so that a late one is told apart. */
export function tcpLine({ open, pauseMs = 0 }: TcpOptions): Line {
  const counts = noCounts()
  let socket: Socket | undefined
  let isClosed = false
  let received = Buffer.alloc(0)
  let number = Math.floor(Math.random() * 0xffff)
  let waiting: { number: number; unit: number; settle(answer: Buffer | ModbusError): void } | undefined
  let free = 0
  /** questions without an answer, one after the other */
  let unheard = 0

  async function ready(): Promise<Socket> {
    if (socket && !socket.destroyed) return socket
    const opened = await open().catch((error: Error) => {
      throw new ModbusError('closed', error.message)
    })
    if (isClosed) {
      opened.destroy()
      throw new ModbusError('closed', 'the bus is closed')
    }
    received = Buffer.alloc(0)
    opened.setNoDelay()
    opened.on('data', bytes => {
      if (opened === socket) take(bytes)
    })
    const lose = () => {
      if (socket !== opened) return
      socket = undefined
      opened.destroy()
      waiting?.settle(new ModbusError('closed', 'the connection was lost'))
    }
    opened.on('error', lose)
    opened.on('close', lose)
    socket = opened
    return opened
  }

  function take(bytes: Buffer): void {
    received = Buffer.concat([received, bytes])
    while (received.length >= HEADER) {
      const length = received.readUInt16BE(4) + 6
      // Nothing tells where the next answer would begin.
      if (received.readUInt16BE(2) !== 0 || length < HEADER + 1 || length > LONGEST) {
        waiting?.settle(new ModbusError('noise', 'what came is no Modbus'))
        socket?.destroy()
        return
      }
      if (received.length < length) return
      const [transaction, unit] = [received.readUInt16BE(0), received.readUInt8(6)]
      const pdu = Buffer.from(received.subarray(HEADER, length))
      received = received.subarray(length)
      if (transaction !== waiting?.number) counts.late++
      else if (unit === waiting.unit) waiting.settle(pdu)
      else
        waiting.settle(
          new ModbusError('otherUnit', `unit ${unit} answered in place of ${waiting.unit}`, unit),
        )
    }
  }

  async function ask(request: Request, timeoutMs: number): Promise<number[]> {
    const line = await ready()
    const left = free - performance.now()
    if (left > 0) await pause(left)
    number = (number + 1) % 0x10000
    const answer = await new Promise<Buffer | ModbusError>(resolve => {
      const settle = (outcome: Buffer | ModbusError) => {
        clearTimeout(timer)
        waiting = undefined
        resolve(outcome)
      }
      const timer = setTimeout(() => settle(unanswered(request)), timeoutMs)
      waiting = { number, unit: request.unit, settle }
      if (line === socket) line.write(packetOf(number, request))
      else settle(new ModbusError('closed', 'the connection was lost'))
    })
    free = performance.now() + pauseMs
    if (answer instanceof ModbusError) throw answer
    unheard = 0
    return decodeAnswer(request, answer)
  }

  function unanswered({ unit }: Request): ModbusError {
    const isHalf = received.length > 0
    received = Buffer.alloc(0)
    // The rest of a half answer would be taken for the head of the next.
    // A connection that is only half open never says so.
    if (isHalf || ++unheard >= UNHEARD) socket?.destroy()
    return isHalf
      ? new ModbusError('half', `the answer of unit ${unit} breaks off`)
      : new ModbusError('silent', `unit ${unit} does not answer`)
  }

  return {
    counts,
    ask: counted(counts, ask),
    async release() {
      socket?.destroy()
      socket = undefined
    },
    close() {
      isClosed = true
      socket?.destroy()
      socket = undefined
    },
  }
}
