import { describe, expect, test } from 'vitest'
import {
  type ChainAlarm,
  type ChainAnswer,
  type ChainDuty,
  chainAt,
  type Rota,
  STEP_MS,
  stepsAt,
} from './alarm-chain.ts'
import { holidaysOf } from './duties.ts'

const MINUTE = 60_000
const BERLIN = 'Europe/Berlin'
const WEEK = [1, 2, 3, 4, 5, 6, 7]
const duty = (accountId: string, more: Partial<ChainDuty> = {}): ChainDuty => ({
  accountId,
  substituteId: null,
  step: 1,
  weekdays: WEEK,
  fromClock: '00:00',
  untilClock: '00:00',
  fromOn: null,
  untilOn: null,
  ...more,
})
const rota = (duties: ChainDuty[], people: string[], timeZone = BERLIN): Rota => ({
  timeZone,
  duties,
  people,
  wakeable: new Set(people),
})
const T0 = Date.parse('2026-11-20T02:00:00Z')
const alarm: ChainAlarm = { level: 'critical', from: T0 }
const said = (
  accountId: string | null,
  answer: ChainAnswer['answer'],
  minutes: number,
  isProven = false,
) => ({
  accountId,
  answer,
  at: T0 + minutes * MINUTE,
  isProven,
})

interface Run {
  rota: (now: number) => Rota
  alarm: ChainAlarm
  answers: readonly ChainAnswer[]
  minutes: number
}
/** Plays a chain second by second of its own calendar, as a server that may be late looks at it. */
function play({ rota, alarm, answers, minutes }: Run, lateness: () => number = () => 0) {
  const told: { accountId: string; step: number; round: number; minute: number }[] = []
  const done = new Set<string>()
  const until = alarm.from + minutes * MINUTE
  for (let now = alarm.from; now <= until; ) {
    const { due, next } = chainAt(rota(now), alarm, answers, now)
    for (const telling of due) {
      const key = JSON.stringify(telling)
      if (done.has(key)) continue
      done.add(key)
      told.push({ ...telling, minute: (now - alarm.from) / MINUTE })
    }
    // An answer given meanwhile is looked at at once.
    const answered = Math.min(...answers.map(({ at }) => at).filter(at => at > now))
    if (next === null && answered === Number.POSITIVE_INFINITY) break
    now = Math.max(now + 1, Math.min(next ?? Number.POSITIVE_INFINITY, answered) + lateness())
  }
  return told
}
const minutesOf = (told: ReturnType<typeof play>, id: string) =>
  told.filter(({ accountId }) => accountId === id).map(({ minute }) => minute)
/** The minutes within which somebody was told. */
const withinOf = (told: ReturnType<typeof play>, id: string) => minutesOf(told, id).map(Math.ceil)

describe('a chain', () => {
  const three = rota([duty('night'), duty('boss', { step: 2 })], ['night', 'boss', 'worker'])

  test('tells the first at once and again after two minutes, the next every five, and goes on', () => {
    const told = play({ rota: () => three, alarm, answers: [], minutes: 20 })
    expect(withinOf(told, 'night')).toEqual([0, 2, 5, 10, 15, 20])
    expect(withinOf(told, 'boss')).toEqual([5, 7, 10, 15, 20])
    expect(withinOf(told, 'worker')).toEqual([10, 12, 15, 20])
  })

  test('is not stopped by somebody who has seen it or is on the way; they hear again when that was too long ago', () => {
    const answers = [said('night', 'seen', 1), said('night', 'going', 3)]
    const told = play({ rota: () => three, alarm, answers, minutes: 20 })
    expect(withinOf(told, 'night')).toEqual([0, 18, 20])
    expect(withinOf(told, 'boss')[0]).toBe(5)
    const better = answers.map(each => ({ ...each, isBetter: true }))
    expect(withinOf(play({ rota: () => three, alarm, answers: better, minutes: 20 }), 'night')).toEqual([0])
  })

  test('is passed on at once by whoever cannot come', () => {
    const told = play({ rota: () => three, alarm, answers: [said('night', 'cannot', 1)], minutes: 8 })
    expect(withinOf(told, 'night')).toEqual([0])
    expect(withinOf(told, 'boss')).toEqual([1, 3, 6])
    expect(withinOf(told, 'worker')).toEqual([6, 8])
  })

  test('ends for good with proof of being on site', () => {
    const proven = [said('night', 'on_site', 4, true)]
    expect(
      Math.max(...play({ rota: () => three, alarm, answers: proven, minutes: 60 }).map(t => t.minute)),
    ).toBe(2)
  })

  // Night says it at minute 3, and says no more; boss is the second step. Until when nobody is told twice: minutes.
  const claims = (['critical', 'emergency'] as const).flatMap(level =>
    ([null, 21, 60] as const).flatMap(harm =>
      (['better', 'same', 'worse'] as const).map(reading => ({ level, harm, reading })),
    ),
  )
  const heldUntil = { better: 13, same: 8, worse: 5.5 }
  test.each(claims)(
    'on site without proof, $level, readings $reading, harm at $harm: each further person is told once, and then it rings on',
    ({ level, harm, reading }) => {
      const claim = {
        ...said('night', 'on_site', 3),
        isBetter: reading === 'better',
        isWorse: reading === 'worse',
      }
      const until = harm === 21 ? 5 : heldUntil[reading]
      const told = play({
        rota: () => three,
        alarm: { level, from: T0, harmAt: harm === null ? null : T0 + harm * MINUTE },
        answers: [claim],
        minutes: 40,
      })
      const held = told.filter(({ minute }) => minute > 3 && minute < until)
      // Whoever was not told before hears when it is their turn, not later.
      expect(held.map(({ accountId }) => accountId)).toEqual(
        level === 'emergency' ? [] : ['boss', 'worker'].slice(0, until > 9.67 ? 2 : until > 4.84 ? 1 : 0),
      )
      // Who says it, and whoever was told, is rung again as soon as it no longer holds.
      for (const id of level === 'emergency' ? three.people : ['night'])
        expect(minutesOf(told, id).filter(minute => minute >= until)[0], id).toBe(until)
      for (const id of three.people)
        expect(minutesOf(told, id).filter(minute => minute >= until).length, id).toBeGreaterThan(4)
      // With proof nobody hears any more, whatever is measured.
      const proven = play({
        rota: () => three,
        alarm: { level, from: T0 },
        answers: [{ ...claim, isProven: true }],
        minutes: 40,
      })
      expect(proven.filter(({ minute }) => minute >= 3)).toEqual([])
    },
  )

  test('saying it again leaves only that person alone: it buys the others no second pause', () => {
    const answers = [3, 7, 11, 15].map(minute => said('night', 'on_site', minute))
    const told = play({ rota: () => three, alarm, answers, minutes: 19 })
    expect(minutesOf(told, 'night').filter(minute => minute >= 3)).toEqual([])
    expect(withinOf(told, 'boss')).toEqual([5, 8, 10, 15])
    // Who takes it back has said nothing to rely on.
    const takenBack = [said('night', 'on_site', 3), said('night', 'cannot', 5)]
    expect(withinOf(play({ rota: () => three, alarm, answers: takenBack, minutes: 9 }), 'boss')[0]).toBe(5)
  })

  test('tells several on a step until each has answered', () => {
    const two = rota([duty('a'), duty('b')], ['a', 'b'])
    const told = play({ rota: () => two, alarm, answers: [said('a', 'going', 1)], minutes: 10 })
    expect(minutesOf(told, 'a')).toEqual([0])
    expect(minutesOf(told, 'b')).toEqual([0, 2, 5, 10])
  })

  test('tells everybody at once in an emergency, and while nobody is on call', () => {
    const at = (one: Rota, level: ChainAlarm['level']) =>
      chainAt(one, { level, from: T0 }, [], T0).due.map(({ accountId }) => accountId)
    expect(at(three, 'emergency').toSorted()).toEqual(['boss', 'night', 'worker'])
    expect(
      at(rota([duty('night', { fromClock: '20:00', untilClock: '02:59' })], ['night', 'boss']), 'critical'),
    ).toEqual(['night', 'boss'])
  })

  test('waits for nobody who cannot be phoned, and leaves out who hears no alarm: the stand-in takes their place', () => {
    const unphoned = { ...three, wakeable: new Set(['worker']) }
    expect(chainAt(unphoned, alarm, [], T0).due.map(({ accountId }) => accountId)).toEqual([
      'night',
      'boss',
      'worker',
    ])
    const absent = rota([duty('gone', { substituteId: 'standIn' })], ['standIn', 'worker'])
    expect(stepsAt(absent, 'critical', T0)).toEqual([['standIn'], ['worker']])
    const present = rota([duty('night', { substituteId: 'standIn' })], ['night', 'standIn', 'worker'])
    expect(stepsAt(present, 'critical', T0)).toEqual([['night'], ['standIn'], ['worker']])
  })
})

describe('the hour of a hand-over', () => {
  const shifts = rota(
    [
      duty('late', { fromClock: '14:00', untilClock: '22:00' }),
      duty('night', { fromClock: '22:00', untilClock: '06:00' }),
    ],
    ['late', 'night'],
  )
  test('whoever comes on call hears of what is open, at the minute', () => {
    const from = Date.parse('2026-11-20T21:57:30+01:00')
    const told = play({ rota: () => shifts, alarm: { level: 'critical', from }, answers: [], minutes: 3 })
    expect(minutesOf(told, 'night')).toEqual([2.5])
    expect(stepsAt(shifts, 'critical', from)[0]).toEqual(['late'])
    expect(stepsAt(shifts, 'critical', from + 2.5 * MINUTE)[0]).toEqual(['night'])
  })

  test.each([
    ['the clocks are put forward', '2026-03-29T00:59:00Z', 'night'],
    ['an hour later', '2026-03-29T04:00:00Z', 'late'],
    ['the clocks are put back', '2026-10-25T00:30:00Z', 'night'],
    ['the same clock an hour later', '2026-10-25T01:30:00Z', 'night'],
    ['a leap day', '2028-02-29T02:00:00+01:00', 'night'],
  ])('%s: the plan follows the clocks on the wall', (_, at, onCall) => {
    const plan = rota(
      [
        duty('night', { fromClock: '22:00', untilClock: '06:00' }),
        duty('late', { fromClock: '06:00', untilClock: '22:00' }),
      ],
      ['night', 'late'],
    )
    expect(stepsAt(plan, 'critical', Date.parse(at))[0]).toEqual([onCall])
  })

  test('a duty of holidays takes the place of one that has none', () => {
    const isHoliday = holidaysOf([{ fromOn: '2026-12-24', untilOn: '2026-12-26' }])
    const plan = rota(
      [
        duty('worker', { holidays: 'not', isHoliday, fromClock: '20:00', untilClock: '06:00' }),
        duty('boss', { holidays: 'only', isHoliday, weekdays: [1], fromClock: '20:00', untilClock: '06:00' }),
      ],
      ['worker', 'boss'],
    )
    const onCall = (text: string) => stepsAt(plan, 'critical', Date.parse(`${text}+01:00`))[0]
    expect(onCall('2026-12-24T03:00')).toEqual(['worker'])
    expect(onCall('2026-12-24T23:00')).toEqual(['boss'])
    expect(onCall('2026-12-27T03:00')).toEqual(['boss'])
    expect(onCall('2026-12-27T23:00')).toEqual(['worker'])
  })
})

/** The same numbers every time (mulberry32). */
function chance(seed: number) {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A plan, an alarm and answers as they come, at the awkward times of a year. */
function anyCase(seed: number) {
  const random = chance(seed)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const people = ['a', 'b', 'c', 'd', 'e'].slice(0, 1 + Math.floor(random() * 5))
  const clock = () => pick(['00:00', '02:30', '06:00', '14:00', '22:00', '23:59'])
  const duties = Array.from({ length: Math.floor(random() * 5) }, () =>
    duty(pick([...people, 'gone']), {
      step: pick([1, 1, 2, 3, 9]),
      substituteId: random() < 0.3 ? pick([...people, 'gone']) : null,
      fromClock: clock(),
      untilClock: clock(),
      weekdays: random() < 0.5 ? WEEK : [pick(WEEK), pick(WEEK)],
    }),
  )
  const plan = {
    ...rota(duties, people, pick([BERLIN, 'Asia/Shanghai', 'America/St_Johns', 'Australia/Lord_Howe'])),
    wakeable: new Set(people.filter(() => random() < 0.8)),
  }
  const from =
    Date.parse(
      pick(['2026-03-29T00:40:00Z', '2026-10-25T00:20:00Z', '2028-02-28T22:50:00Z', '2026-12-31T15:30:00Z']),
    ) + Math.floor(random() * 90 * MINUTE)
  const level = pick(['critical', 'critical', 'emergency'] as const)
  const answers = Array.from({ length: Math.floor(random() * 4) }, () => ({
    accountId: pick(people),
    answer: pick(['seen', 'going', 'cannot', 'on_site'] as const),
    at: from + Math.floor(random() * 60 * MINUTE),
    isProven: random() < 0.5,
  }))
  return {
    random,
    run: { rota: () => plan, alarm: { level, from }, answers, minutes: 90 } satisfies Run,
    plan,
  }
}

test('whatever the plan, answers and hour: nobody is told twice in a round, nobody is forgotten', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const { random, run, plan } = anyCase(seed)
    const { from } = run.alarm
    const told = play(run, () => Math.floor(random() * 15_000))
    const keys = told.map(({ accountId, step, round }) => `${accountId} ${step} ${round}`)
    expect(new Set(keys).size, `seed ${seed}`).toBe(keys.length)
    expect(told.filter(({ accountId }) => !plan.people.includes(accountId))).toEqual([])
    const arrivals = run.answers
      .filter(({ answer, isProven }) => answer === 'on_site' && isProven)
      .map(({ at }) => at)
    const ended = Math.min(Number.POSITIVE_INFINITY, ...arrivals)
    // The first hear at once; the n-th step is reached in n times five minutes, with the lateness of a round for each.
    expect(told[0]?.minute, `seed ${seed}`).toBe(0)
    for (const id of plan.people) {
      const first = Math.min(...minutesOf(told, id))
      const ownAnswer = Math.min(
        Number.POSITIVE_INFINITY,
        ...run.answers.filter(({ accountId }) => accountId === id).map(({ at }) => at),
      )
      const latest = from + plan.people.length * STEP_MS + MINUTE
      if (Math.min(ended, ownAnswer) > latest)
        expect(first, `seed ${seed}, ${id}`).toBeLessThanOrEqual((latest - from) / MINUTE)
    }
    const proven = run.answers.filter(({ answer, isProven }) => answer === 'on_site' && isProven)
    const until = Math.min(
      Number.POSITIVE_INFINITY,
      ...proven.filter(one => lastOf(run.answers, one)).map(({ at }) => at),
    )
    expect(told.filter(({ minute }) => from + minute * MINUTE > until)).toEqual([])
  }
})

/** Whether somebody said nothing after this. */
const lastOf = (answers: readonly ChainAnswer[], one: ChainAnswer) =>
  !answers.some(other => other.accountId === one.accountId && other !== one && other.at >= one.at)

describe('a house whose model says when it passes a limit of harm', () => {
  const plan = rota([duty('night')], ['night'])
  const tolled = (minutesToHarm: number | null, answers: ChainAnswer[], minutes = 20) =>
    play({
      rota: () => plan,
      alarm: { ...alarm, harmAt: minutesToHarm === null ? null : T0 + minutesToHarm * MINUTE },
      answers,
      minutes,
    })
      .map(({ minute }) => minute)
      .filter(minute => minute > 0)

  test('rings whoever is on the way again once harm is less than twenty minutes away', () => {
    expect(tolled(null, [said('night', 'going', 1)], 15)).toEqual([])
    // Harm after 30 minutes is near from minute 10 on.
    expect(Math.min(...tolled(30, [said('night', 'going', 1)]))).toBe(10)
  })

  test('leaves whoever has just answered alone for a little while, however near it is', () => {
    expect(Math.min(...tolled(12, [said('night', 'going', 1)]))).toBeGreaterThanOrEqual(6)
    expect(Math.min(...tolled(12, [said('night', 'seen', 1)]))).toBeGreaterThanOrEqual(3)
  })

  test('changes nothing for who cannot come or has proven to be there, and never makes an answer hold longer', () => {
    expect(tolled(12, [said('night', 'cannot', 1)])).toEqual(tolled(null, [said('night', 'cannot', 1)]))
    expect(tolled(12, [said('night', 'on_site', 1, true)])).toEqual([])
    expect(tolled(10_000, [said('night', 'going', 1)])).toEqual(tolled(null, [said('night', 'going', 1)]))
  })
})

test('a night that is handed over in the middle of an alarm: the day is told at its first minute, the night is not forgotten', () => {
  // 06:50 in Berlin, ten minutes before the day begins; nobody answers.
  const from = Date.parse('2026-11-20T05:50:00Z')
  const plan = rota(
    [
      duty('night', { fromClock: '19:00', untilClock: '07:00' }),
      duty('day', { fromClock: '07:00', untilClock: '19:00' }),
    ],
    ['night', 'day', 'owner'],
  )
  const told = play({ rota: () => plan, alarm: { level: 'critical', from }, answers: [], minutes: 25 })
  const minutesOf = (id: string) => withinOf(told, id)
  expect(minutesOf('night').slice(0, 3)).toEqual([0, 2, 5])
  // Everybody else of the night's plan is the last step; from seven on the day is the first.
  expect(minutesOf('owner')[0]).toBe(5)
  const steps = (id: string, minute: number) =>
    told.filter(each => each.accountId === id && each.minute >= minute).map(({ step }) => step)
  expect(minutesOf('day').find(minute => minute >= 10)).toBe(10)
  expect(new Set(steps('day', 10))).toEqual(new Set([1]))
  expect(new Set(steps('night', 10))).toEqual(new Set([2]))
  // Who leaves hears on: nobody is on site.
  expect(minutesOf('night').some(minute => minute > 10)).toBe(true)
})

test('a server whose database was away for ten minutes tells each person once when it is back, not what they missed', () => {
  const plan = rota([duty('night'), duty('boss', { step: 2 })], ['night', 'boss'])
  const at = (minutes: number) => chainAt(plan, alarm, [], T0 + minutes * MINUTE).due
  const before = new Set(at(1).map(({ accountId, step, round }) => `${accountId} ${step} ${round}`))
  const fresh = at(11).filter(({ accountId, step, round }) => !before.has(`${accountId} ${step} ${round}`))
  expect(fresh.map(({ accountId }) => accountId)).toEqual(['night', 'boss'])
})
