import { expect, test } from 'vitest'
import { chooseWay } from './ways.ts'

const none = { wanted: 'auto', broken: new Set<never>() } as const
const both = ['mp4', 'webrtc'] as const

test('a browser without media sources sees by WebRTC, every other over the socket', () => {
  expect(chooseWay(both, { mp4: true, webrtc: true }, none)).toBe('mp4')
  expect(chooseWay(both, { mp4: false, webrtc: true }, none)).toBe('webrtc')
  expect(chooseWay(['mp4'], { mp4: false, webrtc: true }, none)).toBeUndefined()
})

test('the reader’s choice is taken where it is possible', () => {
  expect(chooseWay(both, { mp4: true, webrtc: true }, { ...none, wanted: 'webrtc' })).toBe('webrtc')
  expect(chooseWay(['mp4'], { mp4: true, webrtc: true }, { ...none, wanted: 'webrtc' })).toBe('mp4')
})

test('a way in which pictures broke comes after the other, and is taken again where it is the only one', () => {
  const able = { mp4: true, webrtc: true }
  expect(chooseWay(both, able, { wanted: 'auto', broken: new Set(['mp4'] as const) })).toBe('webrtc')
  expect(chooseWay(both, able, { wanted: 'webrtc', broken: new Set(['webrtc'] as const) })).toBe('mp4')
  expect(chooseWay(['mp4'], able, { wanted: 'auto', broken: new Set(['mp4'] as const) })).toBe('mp4')
})
