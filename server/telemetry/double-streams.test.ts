import { describe, expect, test } from 'vitest'
import {
  type Box,
  type BoxOptions,
  type Counting,
  countings,
  createBox,
  NOW,
  noticed,
  type Sent,
} from './testing/boxes.ts'

const SECOND = 1_000
const MINUTE = 60_000
const ORDERS = 1_800
const LIVES = 12
/** Twelve lives of up to 40 reports, a minute apart at most, take less. */
const HARSH_MS = 4 * 60 * MINUTE

/** A life of one box with everything that goes wrong in the field; returns when its next one begins. */
function* harshLife(box: Box, from: number, sent: Sent[], kept: Sent[]): Generator<number, number> {
  const { random, devices } = box
  const chance = (part: number) => random.next() < part
  const everyMs = [1, 5, 20, 60][Math.floor(random.next() * 4)] as number
  let at = from
  box.begin(chance(0.6))
  // Some cannot send what they had kept before their births.
  if (chance(0.8)) box.bear(at, chance(0.1))
  const reports = Math.floor(random.next() * 40)
  for (let i = 0; i < reports; i++) {
    at += everyMs * SECOND * (0.8 + random.next() * 0.4)
    yield at
    const device = devices[i % devices.length]
    if (chance(0.05)) box.skip(1)
    if (chance(0.01)) box.skip(150)
    if (chance(0.01)) box.resetNumbers()
    if (chance(0.01)) box.bear(at, chance(0.3))
    if (chance(0.005)) box.setClock((random.next() - 0.5) * 10 * MINUTE)
    if (chance(0.1)) {
      // An outage of its line: it keeps what it writes.
      kept.push(box.keep(at, device))
      continue
    }
    const report = box.report(at, device)
    // It overtakes others, or they it; some are redelivered, much later too.
    if (chance(0.15)) report.at += random.next() * 3 * everyMs * SECOND
    if (chance(0.08)) sent.push({ ...report, at: report.at + random.next() * 20 * everyMs * SECOND })
    while (kept.length > 0 && chance(0.5)) {
      const [old] = kept.splice(0, 1)
      if (old) sent.push({ ...old, at: at + random.next() * SECOND })
    }
  }
  const endsAt = at + random.next() * 30 * SECOND
  // Its death may come long after its next birth.
  if (chance(0.7))
    sent.push({ ...box.death(at), at: endsAt + (chance(0.5) ? random.next() * 2 * MINUTE : 0) })
  return endsAt + random.next() * 20 * SECOND
}

function harshOrder(seed: number) {
  const sent: Sent[] = []
  const births: Sent[] = []
  const counting = countings[seed % countings.length] as Counting
  const devices = ['c1', 'c2', 'c3', 'c4', 'c5'].slice(0, 1 + (seed % 5))
  const box = createBox({ seed, counting, devices, firstLife: seed % 256 }, message => {
    sent.push(message)
    if (message.kind === 'NBIRTH') births.push(message)
  })
  function* lives() {
    const kept: Sent[] = []
    let at = NOW
    for (let life = 0; life < LIVES; life++) {
      at = yield* harshLife(box, at, sent, kept)
      yield at
      // Births are redelivered as well.
      for (const birth of births.splice(0))
        if (box.random.next() < 0.1) sent.push({ ...birth, at: at + box.random.next() * 3 * MINUTE })
    }
  }
  return noticed([lives()], sent, HARSH_MS, seed % 3 ? now => box.bear(now, seed % 30 === 1) : undefined)
}

test(`one box is never taken for two, in ${ORDERS} harsh orders of its messages over 12 lives each`, () => {
  const wrong: number[] = []
  let doubted = 0
  for (let seed = 1; seed <= ORDERS; seed++) {
    const found = harshOrder(seed)
    doubted += found.doubted
    if (found.notices.length > 0) wrong.push(seed)
  }
  expect(wrong).toEqual([])
  // The orders are harsh indeed.
  expect(doubted).toBeGreaterThan(ORDERS)
})

/** How two boxes of one image connect. */
const manners = [
  'stay',
  'stay, every 10 s',
  'connect every minute and stay',
  'births',
  'births and data',
  'deaf',
] as const
type Manner = (typeof manners)[number]
const PHASES_S = [1, 5, 10, 20, 30, 45, 55]
const BOTH: [string, { counting: Counting; lives: [number, number] }][] = [
  ['lives of their own', { counting: 'goes on', lives: [10, 200] }],
  ['the same number of life', { counting: 'always zero', lives: [0, 0] }],
  ['lives counted from the same number', { counting: 'goes on', lives: [10, 10] }],
]
const LASTS_MIN = 30

/** What one of them sends from `from` on. */
function* play(box: Box, manner: Manner, from: number): Generator<number> {
  const isBrief = manner.startsWith('births')
  const reconnects = isBrief || manner === 'connect every minute and stay'
  yield from
  box.begin(false)
  box.bear(from)
  for (let minute = 0; minute < LASTS_MIN; minute++) {
    const at = from + minute * MINUTE
    yield at
    if (reconnects && minute > 0) {
      box.begin(false)
      box.bear(at)
    }
    const seconds =
      manner === 'births' ? [] : isBrief ? [1, 2, 3] : manner.includes('10 s') ? [5, 15, 25, 35, 45, 55] : [5]
    for (const second of seconds) {
      yield at + second * SECOND
      box.report(at + second * SECOND)
    }
  }
}

function twoBoxes(more: (nth: number) => Partial<BoxOptions> = () => ({})) {
  return BOTH.flatMap(([counts, { counting, lives }]) =>
    manners.flatMap(manner =>
      PHASES_S.map(phaseS => {
        const sent: Sent[] = []
        const boxes = lives.map((firstLife, nth) =>
          createBox({ seed: nth + 1, counting, firstLife, ...more(nth) }, message => sent.push(message)),
        )
        const scripts = boxes.map((box, nth) => play(box, manner, NOW + nth * (phaseS * SECOND + 300)))
        const answers = manner !== 'deaf' && !manner.startsWith('births')
        const answer = (now: number) => {
          for (const box of answers ? boxes : []) box.bear(now)
        }
        const { notices } = noticed(scripts, sent, LASTS_MIN * MINUTE, answer)
        return { counts, manner, phaseS, afterMin: (notices[0] ?? Number.POSITIVE_INFINITY) / MINUTE }
      }),
    ),
  )
}

/** Five times both must go on after each other, after births that were asked for when it began to look strange. */
const NOTICED_MIN = 9

describe('two boxes with one credential behind an outside broker, each reporting at least once a minute,', () => {
  test('that tell their serial numbers, or how long they run, are noticed however they connect', () => {
    const bySerial = twoBoxes(nth => ({ serial: `SN-${nth}` }))
    const byUptime = twoBoxes(nth => ({ startedAt: NOW - (nth + 1) * 5_000 * MINUTE }))
    for (const all of [bySerial, byUptime]) {
      expect(all).toHaveLength(126)
      expect(all.filter(({ afterMin }) => afterMin > NOTICED_MIN)).toEqual([])
    }
  })

  test('that tell nothing of themselves are noticed, but for twins of which each falls silent before the other is born', () => {
    const inTurns: Manner[] = ['births', 'births and data', 'connect every minute and stay']
    const isTwin = ({ counts, manner }: { counts: string; manner: Manner }) =>
      inTurns.includes(manner) && counts !== 'lives of their own'
    const all = twoBoxes().filter(pair => !isTwin(pair))
    expect(all).toHaveLength(84)
    expect(all.filter(({ afterMin }) => afterMin > NOTICED_MIN)).toEqual([])
  })
})
