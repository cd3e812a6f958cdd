import { describe, expect, test } from 'vitest'
import { seededRandom } from '#shared/chance.ts'
import { type Contact, createContact, hear, leave, type Said, stay } from './contact.ts'

const SECOND = 1_000
const MINUTE = 60_000
const NOW = 1_800_000_000_000

/** A node whose messages the test counts; it says another value each time unless told otherwise. */
function node(contact: Contact = createContact()) {
  let session: number | null = null
  let [bdSeq, value] = [0, 0]
  const say = (at: number, kind: Said['kind'], more: Partial<Said> = {}) => {
    const text = String(value++)
    const birth = { bdSeq: kind === 'node birth' ? bdSeq : null }
    const usual = { isUnasked: true, wasDeaf: false, print: () => text, uptime: () => null }
    hear(contact, { session, now: at, kind, ...birth, ...usual, ...more })
  }
  return {
    contact,
    say,
    /** The next connection; `known` when its broker tells of it. */
    connect(known = true) {
      bdSeq++
      if (known) session = (session ?? 0) + 1
      return session ?? 0
    },
  }
}
type Node = ReturnType<typeof node>

const births = ({ say }: Node, at: number, more: Partial<Said> = {}) => {
  say(at, 'node birth', more)
  say(at + 200, 'device birth', more)
}

/** What is known of a visit that is over, by how the node left. */
const ways: [string, { known: boolean; tells: boolean }][] = [
  ['closes its connection', { known: true, tells: true }],
  ['vanishes without a word', { known: true, tells: false }],
  ['dies behind an outside broker', { known: false, tells: true }],
  ['leaves an outside broker that does not tell', { known: false, tells: false }],
]

describe.each(ways)('a node that connects to report and then %s', (_, { known, tells }) => {
  function visit(it: Node, at: number, bears = true) {
    const session = it.connect(known)
    if (bears) births(it, at)
    else it.say(at, 'data', { wasDeaf: !tells })
    it.say(at + 3 * SECOND, 'data')
    if (!tells) return
    if (known) stay(it.contact, session, at + 4 * SECOND)
    leave(it.contact)
  }

  test.each([1, 2, 5, 10, 15, 20])('is known by its fourth visit when it comes every %i min', gapMin => {
    const it = node()
    for (const number of [0, 1, 2]) visit(it, NOW + number * gapMin * MINUTE)
    expect(it.contact.everyMs).toBeNull()
    visit(it, NOW + 3 * gapMin * MINUTE)
    expect(it.contact.everyMs).toBe(gapMin * MINUTE)
  })

  test('is known if it brings only data', () => {
    const it = node()
    for (const number of [0, 1, 2, 3]) visit(it, NOW + number * 15 * MINUTE, number === 0)
    expect(it.contact.everyMs).toBe(15 * MINUTE)
  })

  test('stays known with a pace that is a little uneven, and a visit that failed', () => {
    const random = seededRandom(7)
    const it = node()
    let at = NOW
    const known = new Set<boolean>()
    for (let number = 0; number < 200; number++) {
      visit(it, at)
      if (number > 20) known.add(Math.abs((it.contact.everyMs ?? 0) / MINUTE - 5) < 1)
      at += 5 * MINUTE * (number % 17 === 16 ? 2 : 1) + (random.next() - 0.5) * 40 * SECOND
    }
    expect([...known]).toEqual([true])
  })

  test('has its new pace soon', () => {
    const it = node()
    for (let number = 0; number < 20; number++) visit(it, NOW + number * 2 * MINUTE)
    for (let number = 0; number < 4; number++) visit(it, NOW + (50 + number * 10) * MINUTE)
    expect(it.contact.everyMs).toBe(10 * MINUTE)
  })

  test('is none any more once it stays connected', () => {
    const it = node()
    for (let number = 0; number < 6; number++) visit(it, NOW + number * 2 * MINUTE)
    const session = it.connect(known)
    const at = NOW + 12 * MINUTE
    births(it, at)
    for (let second = 0; second < 180; second += 10) it.say(at + second * SECOND, 'data')
    expect(it.contact.everyMs).toBeNull()
    stay(it.contact, session, at + 200 * SECOND)
    leave(it.contact)
    expect(it.contact.everyMs).toBeNull()
  })
})

describe('an ordinary node', () => {
  test('that reports and loses its line again and again is not taken for one that visits', () => {
    const it = node()
    let at = NOW
    for (let number = 0; number < 40; number++) {
      const session = it.connect()
      births(it, at)
      // Connected for minutes, whether or not it has something to say.
      for (let minute = 1; minute <= 5; minute++)
        if (number % 2) it.say(at + minute * MINUTE, 'data')
        else stay(it.contact, session, at + minute * MINUTE)
      leave(it.contact)
      at += 5 * MINUTE + 10 * SECOND
      expect(it.contact).toMatchObject({ everyMs: null, restarts: null })
    }
  })

  test('that loses its line twice is not either', () => {
    const it = node()
    for (const at of [0, 60, 120].map(second => NOW + second * SECOND)) {
      it.connect()
      births(it, at)
      leave(it.contact)
    }
    expect(it.contact.everyMs).toBeNull()
  })

  test('that reports rarely over one connection is not either, with a broker that tells nothing', () => {
    for (const known of [true, false]) {
      const it = node()
      it.connect(known)
      births(it, NOW)
      for (let number = 1; number < 20; number++) {
        it.say(NOW + number * 5 * MINUTE, 'data')
        // Asked for births meanwhile, it answers.
        births(it, NOW + number * 5 * MINUTE + 2 * MINUTE, { isUnasked: false })
      }
      expect(it.contact).toMatchObject({ everyMs: null, restarts: null })
    }
  })

  test('that comes back irregularly is not either', () => {
    const it = node()
    let at = NOW
    for (const minutes of [1, 9, 2, 30, 4, 12, 1, 6, 25, 3, 14]) {
      it.connect()
      births(it, at)
      leave(it.contact)
      at += minutes * MINUTE
      expect(it.contact.everyMs).toBeNull()
    }
  })
})

describe('a box that restarts again and again', () => {
  const restart = (it: Node, at: number, known: boolean, more: Partial<Said> = {}) => {
    it.connect(known)
    births(it, at, more)
    leave(it.contact)
  }
  const loops: [string, number, boolean][] = [2, 5, 12, 20, 35].flatMap(seconds => [
    [`every ${seconds} s`, seconds, true],
    [`every ${seconds} s behind an outside broker`, seconds, false],
  ])

  test.each(loops)(
    '%s, with births only, is known by its sixth life and never taken for well',
    (_, seconds, known) => {
      const it = node()
      for (let life = 0; life < 60; life++) {
        restart(it, NOW + life * seconds * SECOND, known)
        expect(it.contact.everyMs).toBeNull()
        expect(it.contact.restarts !== null).toBe(life >= 5)
      }
      expect(it.contact.restarts).toMatchObject({ since: NOW, lives: 6 })
    },
  )

  test('and says the same after each start is known; one that says what is new is a node with a bad line', () => {
    const [box, line] = [node(), node()]
    for (let life = 0; life < 12; life++) {
      const at = NOW + life * 20 * SECOND
      for (const it of [box, line]) {
        it.connect()
        births(it, at)
        it.say(at + 5 * SECOND, 'data', it === box ? { print: () => 'frozen' } : {})
        leave(it.contact)
      }
    }
    expect(box.contact.restarts).not.toBeNull()
    expect(line.contact).toMatchObject({ restarts: null, everyMs: null })
  })

  test('is told by its uptime, whatever it says; one whose uptime goes on is not it', () => {
    const [box, line] = [node(), node()]
    for (let life = 0; life < 12; life++) {
      const at = NOW + life * 20 * SECOND
      for (const it of [box, line]) {
        it.connect()
        births(it, at, { uptime: () => (it === box ? 4 : 1_000 + life * 20) })
        if (it === box) it.say(at + 5 * SECOND, 'data')
        leave(it.contact)
      }
    }
    expect(box.contact.restarts).not.toBeNull()
    expect(line.contact.restarts).toBeNull()
  })

  test('slowly, and says the same each time, is not taken for one that reports', () => {
    const it = node()
    for (let life = 0; life < 20; life++)
      restart(it, NOW + life * 70 * SECOND, true, { print: () => 'frozen', bdSeq: 0 })
    expect(it.contact.everyMs).toBeNull()
  })

  test('is no node that reports any more, if it was one', () => {
    const it = node(createContact(5 * MINUTE))
    for (let life = 0; life < 6; life++) restart(it, NOW + life * 8 * SECOND, true)
    expect(it.contact.everyMs).toBeNull()
    expect(it.contact.restarts).not.toBeNull()
  })
})
