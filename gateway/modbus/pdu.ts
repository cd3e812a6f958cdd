import type { Table } from '#shared/register-maps/registers.ts'

/** A question to a device, or a change (Modbus Application Protocol 1.1b3, section 6). */
export type Request =
  | { kind: 'read'; unit: number; table: Table; address: number; count: number }
  | {
      kind: 'write'
      unit: number
      table: 'coil' | 'holding'
      address: number
      words: readonly number[]
      way: Way
    }
/** Function codes 5 or 6, 15 or 16, 23. */
export type Way = 'single' | 'multiple' | 'readWrite'

/** What went wrong with a question. */
export type Trouble =
  /** nothing came back */
  | 'silent'
  /** bytes came back that are no answer: noise, or two devices at once */
  | 'noise'
  /** the beginning of an answer came */
  | 'half'
  /** an answer of another device came */
  | 'otherUnit'
  /** the device answered that it cannot */
  | 'exception'
  /** there is no line: the port is gone, or the connection */
  | 'closed'

/** A question without an answer that counts. */
export class ModbusError extends Error {
  override name = 'ModbusError'
  readonly trouble: Trouble
  /** the exception code, or the id of the unit that answered instead */
  readonly code: number | undefined
  constructor(trouble: Trouble, message: string, code?: number) {
    super(message)
    this.trouble = trouble
    this.code = code
  }
}

/** Exception codes (section 7). */
const exceptions: Readonly<Record<number, string>> = {
  1: 'illegal function',
  2: 'illegal data address',
  3: 'illegal data value',
  4: 'device failure',
  5: 'acknowledged, still at work',
  6: 'device busy',
  8: 'memory parity error',
  10: 'gateway path unavailable',
  11: 'no answer from the device behind the gateway',
}
export const BUSY = 6
/** What a converter says of a device behind it that does not answer. */
const ABSENT: readonly number[] = [10, 11]
/** Whether an exception is about the registers that were asked for, and comes again; others pass. */
export const lasts = (exception: number | undefined): boolean =>
  exception !== undefined && exception >= 1 && exception <= 3

const readCodes: Readonly<Record<Table, number>> = { coil: 1, discrete: 2, holding: 3, input: 4 }

/** The function code of a request. */
export function functionCode(request: Request): number {
  if (request.kind === 'read') return readCodes[request.table]
  if (request.table === 'coil') return request.way === 'single' ? 5 : 15
  return { single: 6, multiple: 16, readWrite: 23 }[request.way]
}

const u16 = (...values: number[]) => values.flatMap(value => [value >> 8, value & 0xff])

/** The bytes of a request, without address and checksum. */
export function encodeRequest(request: Request): Buffer {
  const code = functionCode(request)
  const { address } = request
  if (request.kind === 'read') return Buffer.from([code, ...u16(address, request.count)])
  const { words } = request
  const count = words.length
  switch (code) {
    case 5:
      return Buffer.from([code, ...u16(address, words[0] ? 0xff00 : 0)])
    case 6:
      return Buffer.from([code, ...u16(address, words[0] ?? 0)])
    case 15:
      return Buffer.from([code, ...u16(address, count), ...packBits(words)])
    case 16:
      return Buffer.from([code, ...u16(address, count), count * 2, ...u16(...words)])
    default:
      return Buffer.from([code, ...u16(address, count, address, count), count * 2, ...u16(...words)])
  }
}

function packBits(bits: readonly number[]): number[] {
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, () => 0)
  for (const [i, bit] of bits.entries()) if (bit) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (1 << (i & 7))
  return [bytes.length, ...bytes]
}

/** How many values a read, or a write that reads back, brings. */
function wantedCount(request: Request): number | undefined {
  if (request.kind === 'read') return request.count
  return functionCode(request) === 23 ? request.words.length : undefined
}

const isOfBits = (request: Request) => functionCode(request) <= 2

/** How many bytes the answer has, without address and checksum, if it is no exception. */
export function answerLength(request: Request): number {
  const count = wantedCount(request)
  if (count === undefined) return 5
  return 2 + (isOfBits(request) ? Math.ceil(count / 8) : count * 2)
}
export const EXCEPTION_LENGTH = 2

/** Whether bytes can be the beginning of the answer to a request. */
export function beginsAnswer(request: Request, pdu: Uint8Array): boolean {
  const [code, second] = pdu
  if (code !== functionCode(request)) return false
  return wantedCount(request) === undefined || second === undefined || second === answerLength(request) - 2
}

/**
 * The values in an answer: registers, or bits as 0 and 1; none for a write.
 * @throws ModbusError for an exception, and for an answer to something else
 */
export function decodeAnswer(request: Request, pdu: Buffer): number[] {
  const code = functionCode(request)
  if (pdu[0] === (code | 0x80)) {
    const why = pdu[1] ?? 0
    const says = exceptions[why] ?? `exception ${why}`
    if (ABSENT.includes(why)) throw new ModbusError('silent', says)
    throw new ModbusError('exception', `the device refuses: ${says}`, why)
  }
  if (pdu.length !== answerLength(request) || !beginsAnswer(request, pdu))
    throw new ModbusError('noise', 'an answer to something else')
  const count = wantedCount(request)
  if (count === undefined) {
    // A write is answered with its address. The value beside it is what some devices took in its place: reading back tells.
    if (pdu.readUInt16BE(1) !== request.address) throw new ModbusError('noise', 'the answer to another write')
    return []
  }
  if (isOfBits(request))
    return Array.from({ length: count }, (_, i) => ((pdu[2 + (i >> 3)] ?? 0) >> (i & 7)) & 1)
  return Array.from({ length: count }, (_, i) => pdu.readUInt16BE(2 + i * 2))
}
