import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { placeOfCamera } from './camera-address.ts'
import { networksOf } from './outside.ts'

const none = networksOf('203.0.113.0/24') ?? []
const farm = networksOf('10.1.0.0/16, fd12::/48') ?? []

test('cameras of the internet are outside, those of a farm’s network are private until the installation allows it', () => {
  for (const host of ['142.250.1.95', 'cam.farm.example', '2a00:1450:4001:80b::200a'])
    expect([host, placeOfCamera(host, none)]).toEqual([host, 'outside'])
  for (const host of [
    '10.1.2.3',
    '192.168.1.64',
    '172.16.0.9',
    '100.64.0.1',
    'fd12::7',
    'cam.lan',
    'cam.local',
  ])
    expect([host, placeOfCamera(host, none)]).toEqual([host, 'private'])
  for (const host of ['10.1.2.3', 'fd12::7', '::ffff:10.1.2.3'])
    expect([host, placeOfCamera(host, farm)]).toEqual([host, 'allowed'])
  expect(placeOfCamera('10.2.0.1', farm)).toBe('private')
})

test('this machine, its link and metadata are never reached, even in an allowed network', () => {
  const all = networksOf('0.0.0.0/0, ::/0') ?? []
  const own = Object.values(networkInterfaces()).flatMap(found => found ?? [])
  for (const host of [
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '::ffff:127.0.0.1',
    'localhost',
    'nas',
    ...own.map(({ address }) => address),
  ])
    expect([host, placeOfCamera(host, all)]).toEqual([host, 'inside'])
  for (const host of ['169.254.169.254', 'fe80::1', '224.0.0.1', '0.0.0.0', '255.255.255.255', '::'])
    expect([host, placeOfCamera(host, all)]).toEqual([host, 'inside'])
})
