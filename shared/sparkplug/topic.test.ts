import { describe, expect, test } from 'vitest'
import { formatTopic, parseTopic, type Topic } from './topic.ts'

const topics: [string, Topic][] = [
  ['spBv1.0/farm/NBIRTH/GW-1', { kind: 'node', type: 'NBIRTH', group: 'farm', node: 'GW-1' }],
  ['spBv1.0/farm/NCMD/GW-1', { kind: 'node', type: 'NCMD', group: 'farm', node: 'GW-1' }],
  [
    'spBv1.0/farm/DDATA/GW-1/H:1',
    { kind: 'device', type: 'DDATA', group: 'farm', node: 'GW-1', device: 'H:1' },
  ],
  ['spBv1.0/STATE/host-1', { kind: 'state', host: 'host-1' }],
  ['spBv1.0/STATE/NDATA/GW-1', { kind: 'node', type: 'NDATA', group: 'STATE', node: 'GW-1' }],
]

test.each(topics)('%s is read and written', (text, topic) => {
  expect(parseTopic(text)).toEqual(topic)
  expect(formatTopic(topic)).toBe(text)
})

describe('no Sparkplug topic', () => {
  test.each([
    '',
    'spBv1.0',
    'spBv1.0/farm',
    'spBv1.0/farm/NDATA',
    'spAv1.0/farm/NDATA/GW-1',
    'spBv1.0/farm/NDATA/GW-1/H-1',
    'spBv1.0/farm/DDATA/GW-1',
    'spBv1.0/farm/DDATA/GW-1/H-1/x',
    'spBv1.0/farm/NRESP/GW-1',
    'spBv1.0/farm/ndata/GW-1',
    'spBv1.0//NDATA/GW-1',
    'spBv1.0/farm/DDATA/GW-1/',
    'spBv1.0/farm/NDATA/+',
    'spBv1.0/STATE/',
    'spBv1.0/STATE/#',
    '/spBv1.0/farm/NDATA/GW-1',
  ])('%j', text => {
    expect(parseTopic(text)).toBeNull()
  })
})

test('a name that would change the topic is refused', () => {
  for (const node of ['', 'a/b', '+', 'a#', 'a\0']) {
    expect(() => formatTopic({ kind: 'node', type: 'NDATA', group: 'farm', node })).toThrow(RangeError)
  }
  expect(() => formatTopic({ kind: 'state', host: 'a/b' })).toThrow(RangeError)
})
