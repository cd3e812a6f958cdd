import { describe, expect, test } from 'vitest'
import { isOpen, type Link, type LinkDeed, type LinkEvent, nextLink, wakeAt } from './link.ts'

/** Drives a link by a hand-turned clock and notes what it does. */
function aLink(jitter = 0) {
  let link: Link = { phase: 'off' }
  let now = 1_000_000
  const deeds: LinkDeed[] = []
  const send = (event: LinkEvent) => {
    const step = nextLink(link, event, now, jitter)
    link = step.link
    if (step.deed) deeds.push(step.deed)
  }
  return {
    deeds,
    send,
    /** Lets seconds pass; the alarm clock rings whenever it was set. */
    pass(seconds: number) {
      const end = now + seconds * 1_000
      for (let due = wakeAt(link); due !== null && due <= end; due = wakeAt(link)) {
        now = due
        send('time')
      }
      now = end
    },
    get open() {
      return isOpen(link)
    },
    get phase() {
      return link.phase
    },
  }
}

const anOpenLink = () => {
  const link = aLink()
  link.send('start')
  link.send('opened')
  link.deeds.length = 0
  return link
}

describe('the heartbeat', () => {
  test('is sent after 60 s of silence, not before', () => {
    const link = anOpenLink()
    link.pass(59.9)
    expect(link.deeds).toEqual([])
    link.pass(0.1)
    expect(link.deeds).toEqual(['ping'])
  })

  test('is not needed while messages come in', () => {
    const link = anOpenLink()
    for (let i = 0; i < 10; i += 1) {
      link.pass(50)
      link.send('heard')
    }
    expect(link.deeds).toEqual([])
  })

  test('an answer within 60 s keeps the socket', () => {
    const link = anOpenLink()
    link.pass(60)
    link.pass(59)
    link.send('heard')
    link.pass(59)
    expect(link.deeds).toEqual(['ping'])
    expect(link.open).toBe(true)
  })

  test('no answer within 60 s closes the socket, and 2 s later the next try starts', () => {
    const link = anOpenLink()
    link.pass(120)
    expect(link.deeds).toEqual(['ping', 'close'])
    link.pass(1.9)
    expect(link.deeds).toEqual(['ping', 'close'])
    link.pass(0.1)
    expect(link.deeds).toEqual(['ping', 'close', 'connect'])
  })

  test('a laptop that wakes after an hour asks first, and gives up when nobody answers', () => {
    const link = anOpenLink()
    link.pass(3_600)
    expect(link.deeds.slice(0, 3)).toEqual(['ping', 'close', 'connect'])
  })
})

describe('a lost socket', () => {
  test('is tried again after 2 s, again and again', () => {
    const link = anOpenLink()
    link.send('lost')
    link.pass(2)
    link.send('lost')
    link.pass(2)
    expect(link.deeds).toEqual(['connect', 'connect'])
  })

  test('waits a little longer by its jitter', () => {
    const link = aLink(700)
    link.send('start')
    link.send('lost')
    link.pass(2.6)
    expect(link.deeds).toEqual(['connect'])
    link.pass(0.1)
    expect(link.deeds).toEqual(['connect', 'connect'])
  })

  test('is tried at once when the network comes back', () => {
    const link = anOpenLink()
    link.send('lost')
    link.send('hurry')
    expect(link.deeds).toEqual(['connect'])
  })

  test('closed by us is not counted twice when its close event arrives', () => {
    const link = anOpenLink()
    link.pass(120)
    link.send('lost')
    link.pass(2)
    expect(link.deeds).toEqual(['ping', 'close', 'connect'])
  })

  test('a handshake that hangs is given up after 10 s, sooner when somebody is in a hurry', () => {
    const link = aLink()
    link.send('start')
    link.pass(1)
    link.send('hurry')
    expect(link.deeds).toEqual(['connect'])
    link.pass(2)
    link.send('hurry')
    expect(link.deeds).toEqual(['connect', 'connect'])
    link.pass(10)
    expect(link.deeds).toEqual(['connect', 'connect', 'close'])
  })

  test('in doubt, it has five seconds to answer before it is dialled again', () => {
    const link = anOpenLink()
    link.send('hurry')
    link.pass(4)
    link.send('heard')
    link.pass(10)
    expect(link.deeds).toEqual(['ping'])
    link.send('hurry')
    link.pass(5)
    link.pass(2)
    expect(link.deeds).toEqual(['ping', 'ping', 'close', 'connect'])
  })
})

test('signing out closes the socket for good', () => {
  const link = anOpenLink()
  link.send('stop')
  link.send('lost')
  link.send('hurry')
  link.pass(600)
  expect(link.deeds).toEqual(['close'])
  expect(link.phase).toBe('off')
})
