import { describe, expect, test } from 'vitest'
import {
  createNodeState,
  deviceBorn,
  due,
  endLife,
  isDeath,
  isEnd,
  receiveBirth,
  receiveSeq,
  wantRebirth,
} from './node-state.ts'

const NOW = 1_800_000_000_000

function bornNode(seq = 0, session: number | null = 1) {
  const node = createNodeState()
  receiveBirth(node, { bdSeq: 0, seq, session, now: NOW })
  return node
}

describe('sequence numbers', () => {
  test('run over from 255 to 0 without a question', () => {
    const node = bornNode(250)
    for (let i = 251; i < 600; i++) receiveSeq(node, i % 256, NOW)
    expect(due(node, NOW + 5_000, 0).rebirth).toBe(false)
  })

  test('that swap places within the reorder time trigger no request', () => {
    const node = bornNode()
    for (const seq of [2, 3, 1, 4]) receiveSeq(node, seq, NOW)
    expect(due(node, NOW + 5_000, 0).rebirth).toBe(false)
    expect(node.expected).toBe(5)
  })

  test('that stay away make the host request births after the reorder time, and counting resumes after the gap', () => {
    const node = bornNode()
    for (const seq of [1, 3, 4]) receiveSeq(node, seq, NOW)
    expect(due(node, NOW + 1_999, 0).rebirth).toBe(false)
    expect(due(node, NOW + 2_000, 0).rebirth).toBe(true)
    receiveSeq(node, 5, NOW + 2_100)
    expect(due(node, NOW + 60_000, 0).rebirth).toBe(false)
  })

  test('whose requested births never come are asked about again after a minute, then after two, until they come', () => {
    const node = bornNode()
    receiveSeq(node, 3, NOW)
    const asked: number[] = []
    for (let s = 0; s < 400; s++) if (due(node, NOW + s * 1_000, 0).rebirth) asked.push(s)
    expect(asked).toEqual([2, 62, 182])
    receiveBirth(node, { bdSeq: 0, seq: 0, session: 1, now: NOW + 400_000 })
    for (let s = 400; s < 4_000; s++) expect(due(node, NOW + s * 1_000, 0).rebirth).toBe(false)
  })

  test('that come twice are repetitions, whatever their distance', () => {
    const node = bornNode()
    for (const seq of [1, 2, 3, 3, 1, 2, 4]) receiveSeq(node, seq, NOW)
    expect(node.expected).toBe(5)
    expect(due(node, NOW + 5_000, 0).rebirth).toBe(false)
  })

  test('beyond 255 are not sequence numbers', () => {
    const node = bornNode()
    receiveSeq(node, 256, NOW)
    expect(due(node, NOW, 0).rebirth).toBe(true)
  })
})

describe('births', () => {
  test('are requested at most every ten seconds, plus a random delay', () => {
    const node = createNodeState()
    wantRebirth(node)
    expect(due(node, NOW, 0).rebirth).toBe(true)
    wantRebirth(node)
    expect(due(node, NOW + 9_999, 0).rebirth).toBe(false)
    expect(due(node, NOW + 10_000, 1).rebirth).toBe(false)
    expect(due(node, NOW + 10_000, 0).rebirth).toBe(true)
    expect(due(node, NOW + 60_000, 0).rebirth).toBe(false)
  })

  test('of the node give its devices ten seconds to be born again', () => {
    const node = bornNode()
    deviceBorn(node, 'a')
    deviceBorn(node, 'b')
    receiveBirth(node, { bdSeq: 0, seq: 0, session: 1, now: NOW + 1_000 })
    deviceBorn(node, 'a')
    expect(due(node, NOW + 10_999, 0).lapsed).toEqual([])
    expect(due(node, NOW + 11_000, 0).lapsed).toEqual(['b'])
    expect(due(node, NOW + 12_000, 0).lapsed).toEqual([])
  })
})

describe('a death', () => {
  test('of an earlier life changes nothing', () => {
    const node = createNodeState()
    receiveBirth(node, { bdSeq: 7, seq: 0, session: null, now: NOW })
    expect(isDeath(node, 6, null)).toBe(false)
    expect(isDeath(node, 7, null)).toBe(true)
    endLife(node)
    expect(isDeath(node, 7, null)).toBe(false)
  })

  test('of a peer that always sends bdSeq 0 counts only over its own connection', () => {
    const node = bornNode(0, 2)
    expect(isDeath(node, 0, 1)).toBe(false)
    expect(isDeath(node, 0, 2)).toBe(true)
  })

  test('without bdSeq is believed', () => {
    expect(isDeath(bornNode(), null, 1)).toBe(true)
  })

  test('can be missing: the end of the connection is one, that of another connection is not', () => {
    const node = bornNode(0, 2)
    expect(isEnd(node, 1)).toBe(false)
    expect(isEnd(node, 2)).toBe(true)
    endLife(node)
    expect(isEnd(node, 2)).toBe(false)
  })
})
