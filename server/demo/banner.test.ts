import { expect, test } from 'vitest'
import { banner } from './banner.ts'

const shown = {
  url: 'http://localhost:8080',
  mqttUrl: 'mqtt://localhost:1883',
  group: 'farm',
  isEncrypted: false,
  accounts: [{ label: { 'zh-CN': '管理员', 'en-US': 'Administrator' }, username: 'admin', password: 'p' }],
}

test('a demonstration that other machines reach says so, and how to close it', () => {
  for (const host of ['0.0.0.0', '::', '192.168.1.20', 'farm.example']) {
    const text = banner({ ...shown, host })
    expect(text, host).toContain(`WARNING  This demonstration is open to other machines: HOST=${host}`)
    expect(text).toContain('Nothing is encrypted')
    expect(text).toContain('HOST=127.0.0.1 closes it')
  }
  expect(banner({ ...shown, host: '0.0.0.0', isEncrypted: true })).not.toContain('Nothing is encrypted')
})

test('one on this machine only, and a real installation, have nothing to warn of', () => {
  for (const host of ['127.0.0.1', '::1', 'localhost'])
    expect(banner({ ...shown, host })).not.toContain('WARNING')
  expect(banner({ ...shown, host: '0.0.0.0', accounts: null })).not.toContain('WARNING')
})
