import { request } from 'node:https'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { isOutside, mayDial, NotOutside, networksOf, OutsideAgent } from './outside.ts'

test('addresses of the internet are outside; those of machine, network and provider are not, however they are written', () => {
  for (const ip of ['142.250.1.95', '8.8.8.8', '2a00:1450:4001:80b::200a']) expect(isOutside(ip)).toBe(true)
  const inside = [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::7f00:1',
    '::a9fe:a9fe',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '::127.0.0.1',
    'fec0::1',
    '2001::1',
    'not an address',
    '',
  ]
  for (const ip of inside) expect([ip, isOutside(ip)]).toEqual([ip, false])
  const own = Object.values(networkInterfaces()).flatMap(found => found ?? [])
  for (const { address } of own) expect(isOutside(address)).toBe(false)
})

test('a user’s address is dialled only as https at the default port, by a public name', () => {
  expect(mayDial('https://fcm.googleapis.com/fcm/send/abc')).toBe(true)
  const refused = [
    'http://fcm.googleapis.com/',
    'https://fcm.googleapis.com:8443/',
    'https://user@fcm.googleapis.com/',
    'https://localhost/',
    'https://farm.localhost/',
    'https://postgres/',
    'https://nas.local/',
    'https://a.internal./',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://１２７.0.0.1/',
    'https://169.254.169.254/latest',
    'ftp://a.example.org/',
    'file:///etc/passwd',
    'https://',
    '',
  ]
  for (const address of refused) expect([address, mayDial(address)]).toEqual([address, false])
})

test('a name that leads inside is not connected to, nor is an address that needs no look-up', async () => {
  const agent = new OutsideAgent()
  for (const address of ['https://localhost/', 'https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.1/']) {
    const asked = new Promise((_, reject) => request(address, { agent }).on('error', reject).end())
    await expect(asked).rejects.toBeInstanceOf(NotOutside)
  }
  agent.destroy()
})

test('an installation can allow its own networks, by address, and nothing else', async () => {
  const networks = networksOf('10.1.0.0/16, fd12::/48')
  expect(networksOf('10.1.0.0')).toBe(undefined)
  expect(networksOf('10.1.0.0/33')).toBe(undefined)
  const may = (address: string) => mayDial(address, networks)
  for (const address of [
    'http://10.1.2.3:8080/hook',
    'https://10.1.2.3/',
    'http://[fd12::7]/',
    'https://a.example.com/',
  ])
    expect([address, may(address)]).toEqual([address, true])
  const refused = [
    'http://10.2.0.1/',
    'https://10.2.0.1/',
    'http://user:secret@10.1.2.3/',
    'http://a.example.com/',
    'https://a.example.com:8443/',
    'ftp://10.1.2.3/',
    'http://localhost/',
    'http://[fd13::7]/',
  ]
  for (const address of refused) expect([address, may(address)]).toEqual([address, false])
})
