import { Duplex } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { decodeAnswer, encodeRequest, ModbusError, type Request } from './pdu.ts'
import { crc16, findAnswer, frameOf, rtuLine } from './rtu.ts'

const READ: Request = { kind: 'read', unit: 17, table: 'holding', address: 0x6b, count: 3 }

describe('frames', () => {
  // Modbus Application Protocol 1.1b3, the examples of section 6.
  test.each<[string, Request, number[]]>([
    ['coils', { kind: 'read', unit: 1, table: 'coil', address: 0x13, count: 0x13 }, [1, 0, 0x13, 0, 0x13]],
    [
      'discrete inputs',
      { kind: 'read', unit: 1, table: 'discrete', address: 0xc4, count: 0x16 },
      [2, 0, 0xc4, 0, 0x16],
    ],
    ['holding registers', READ, [3, 0, 0x6b, 0, 3]],
    ['input registers', { kind: 'read', unit: 1, table: 'input', address: 8, count: 1 }, [4, 0, 8, 0, 1]],
    [
      'one coil',
      { kind: 'write', unit: 1, table: 'coil', address: 0xac, words: [1], way: 'single' },
      [5, 0, 0xac, 0xff, 0],
    ],
    [
      'one register',
      { kind: 'write', unit: 1, table: 'holding', address: 1, words: [3], way: 'single' },
      [6, 0, 1, 0, 3],
    ],
    [
      'coils written',
      {
        kind: 'write',
        unit: 1,
        table: 'coil',
        address: 0x13,
        words: [1, 0, 1, 1, 0, 0, 1, 1, 1, 0],
        way: 'multiple',
      },
      [15, 0, 0x13, 0, 10, 2, 0xcd, 1],
    ],
    [
      'registers written',
      { kind: 'write', unit: 1, table: 'holding', address: 1, words: [10, 0x102], way: 'multiple' },
      [16, 0, 1, 0, 2, 4, 0, 10, 1, 2],
    ],
    [
      'written and read back',
      { kind: 'write', unit: 1, table: 'holding', address: 14, words: [255], way: 'readWrite' },
      [23, 0, 14, 0, 1, 0, 14, 0, 1, 2, 0, 255],
    ],
  ])('%s', (_, request, bytes) => {
    expect([...encodeRequest(request)]).toEqual(bytes)
  })

  test('have the checksum that is printed everywhere', () => {
    // 01 04 00 00 00 0A → 70 0D
    expect(crc16(Buffer.from([1, 4, 0, 0, 0, 10]))).toBe(0x0d70)
  })

  test('answers are read, and an exception says what it is', () => {
    expect(decodeAnswer(READ, Buffer.from([3, 6, 2, 43, 0, 0, 0, 100]))).toEqual([555, 0, 100])
    expect(() => decodeAnswer(READ, Buffer.from([0x83, 2]))).toThrow('illegal data address')
    expect(() => decodeAnswer(READ, Buffer.from([3, 4, 2, 43, 0, 0]))).toThrow(ModbusError)
  })

  test.each([
    [1, 'exception'],
    [2, 'exception'],
    [3, 'exception'],
    [4, 'exception'],
    [5, 'exception'],
    [6, 'exception'],
    [8, 'exception'],
    // A converter that says of a device behind it that it is not there.
    [10, 'silent'],
    [11, 'silent'],
  ])('exception %i is a device that is %s', (code, trouble) => {
    expect(() => decodeAnswer(READ, Buffer.from([0x83, code]))).toThrow(expect.objectContaining({ trouble }))
  })
})

const ANSWER = frameOf(17, Uint8Array.of(3, 6, 2, 43, 0, 0, 0, 100))
const pdu = ANSWER.subarray(1, -2)

describe('among what comes over a wire', () => {
  test.each<[string, Buffer, unknown]>([
    ['the answer', ANSWER, { pdu }],
    ['noise before it', Buffer.concat([Buffer.from([0, 255, 17, 3]), ANSWER]), { pdu }],
    [
      'the echo of the question before it',
      Buffer.concat([frameOf(17, encodeRequest(READ)), ANSWER]),
      { pdu },
    ],
    [
      'an answer with one bit turned',
      Buffer.from(ANSWER.map((byte, i) => (i === 4 ? byte ^ 8 : byte))),
      'noise',
    ],
    ['half of it', ANSWER.subarray(0, 6), 'half'],
    ['that of another device', frameOf(18, Uint8Array.of(3, 6, 2, 43, 0, 0, 0, 100)), { other: 18 }],
    ['that of another question, shorter', frameOf(17, Uint8Array.of(3, 2, 2, 43)), 'noise'],
    ['two devices at once', Buffer.from(ANSWER.map((byte, i) => byte & (i * 37 + 91))), 'noise'],
    ['nothing', Buffer.alloc(0), undefined],
  ])('%s', (_, received, found) => {
    expect(findAnswer(READ, received)).toEqual(found)
  })

  test('no single fault of a byte, anywhere, is ever taken for a value', () => {
    for (let at = 0; at < ANSWER.length; at++)
      for (let turned = 1; turned < 256; turned++) {
        const broken = Buffer.from(ANSWER)
        broken[at] = (broken[at] ?? 0) ^ turned
        const found = findAnswer(READ, broken)
        expect(typeof found === 'object' && 'pdu' in found).toBe(false)
      }
  })
})

/** A wire whose other end says what `answer` returns, when it is told. */
function wire(answer: (question: Buffer, say: (bytes: Buffer) => void) => void): Duplex {
  const port = new Duplex({
    read() {},
    write(question: Buffer, _, done) {
      answer(question, bytes => port.push(bytes))
      done()
    },
  })
  return port
}

test('an answer that comes after its time is not taken for that of the next question', async () => {
  const registers = (value: number) => frameOf(17, Uint8Array.of(3, 2, 0, value))
  let asked = 0
  const port = wire((_, say) => {
    asked++
    // Timers run in the order in which they fall due, however busy the machine: after the first question's 100 ms, and within
    // its own silence of another 100, in which nothing else is asked.
    if (asked === 1) setTimeout(() => say(registers(1)), 150)
    else say(registers(2))
  })
  const line = rtuLine({
    open: async () => ({ stream: port, close: async () => void port.destroy() }),
    baud: 0,
  })
  const request: Request = { kind: 'read', unit: 17, table: 'holding', address: 0, count: 1 }
  const first = line.ask(request, 100).catch((error: ModbusError) => {
    expect(error.trouble).toBe('silent')
    return []
  })
  expect(await first).toEqual([])
  expect(await line.ask(request, 100)).toEqual([2])
  expect(line.counts).toMatchObject({ late: 1, silent: 1, answered: 1 })
})

test('a line on which somebody always speaks is no line without end: its questions fail, and the first pause is used', async () => {
  const port = wire((_, say) => say(frameOf(17, Uint8Array.of(3, 2, 0, 7))))
  const line = rtuLine({
    open: async () => ({ stream: port, close: async () => void port.destroy() }),
    // A tenth of a second ends a frame.
    baud: 300,
    patienceMs: 50,
  })
  const request: Request = { kind: 'read', unit: 17, table: 'holding', address: 0, count: 1 }
  expect(await line.ask(request, 100)).toEqual([7])
  // The other master leaves no silence that ends a frame.
  let isSpeaking = true
  const speak = () => {
    if (!isSpeaking) return
    port.push(Buffer.of(0x55))
    setImmediate(speak)
  }
  speak()
  await expect(line.ask(request, 100)).rejects.toMatchObject({ trouble: 'noise' })
  isSpeaking = false
  expect(await line.ask(request, 100)).toEqual([7])
})
