import { expect, test } from 'vitest'
import { hasPassword, parseCameraAddress, withoutPasswords, withPath } from './camera-address.ts'

test('user and password are taken out of an address, however it was copied', () => {
  const taken = (text: string) => {
    const found = parseCameraAddress(text)
    return typeof found === 'string' ? found : [found.url, found.username, found.password]
  }
  expect(taken('rtsp://cam.farm.example/live')).toEqual(['rtsp://cam.farm.example/live', null, null])
  expect(taken(' cam.farm.example:8554/live ')).toEqual(['rtsp://cam.farm.example:8554/live', null, null])
  expect(taken('rtsp://admin:12345@10.1.2.3:554/Streaming/Channels/101')).toEqual([
    'rtsp://10.1.2.3:554/Streaming/Channels/101',
    'admin',
    '12345',
  ])
  expect(taken('rtsp://admin:p@ss#1@10.1.2.3/live')).toEqual(['rtsp://10.1.2.3/live', 'admin', 'p@ss#1'])
  expect(taken('rtsp://admin:p%40ss@10.1.2.3/live')).toEqual(['rtsp://10.1.2.3/live', 'admin', 'p@ss'])
  expect(taken('rtsp://admin:100%@10.1.2.3/live')).toEqual(['rtsp://10.1.2.3/live', 'admin', '100%'])
  expect(taken('rtsp://admin@10.1.2.3/live')).toEqual(['rtsp://10.1.2.3/live', 'admin', null])
  expect(taken('rtsp://[2001:db8::7]:554/live')).toEqual(['rtsp://[2001:db8::7]:554/live', null, null])
  expect(taken('rtsp://10.1.2.3/cam/realmonitor?channel=1&subtype=1')).toEqual([
    'rtsp://10.1.2.3/cam/realmonitor?channel=1&subtype=1',
    null,
    null,
  ])
})

test('what is no RTSP address is told apart from another kind of address', () => {
  for (const text of [
    'http://10.1.2.3/video',
    'rtmp://a.example/live',
    'https://a.example',
    'file:///etc/passwd',
  ])
    expect([text, parseCameraAddress(text)]).toEqual([text, 'scheme'])
  for (const text of [
    '',
    'rtsp://',
    'rtsp:///live',
    'rtsp://a b/live',
    'rtsp://10.1.2.3:99999/',
    'rtsp://10.1.2.3:0/',
    '@',
    'rtsp://a;b/',
  ])
    expect([text, parseCameraAddress(text)]).toEqual([text, 'malformed'])
})

test('a password in the path is not shown', () => {
  const path = 'rtsp://10.1.2.3:554/user=admin_password=tlJwpbo6_channel=1_stream=0.sdp'
  expect(hasPassword(path)).toBe(true)
  expect(withoutPasswords(path)).toBe('rtsp://10.1.2.3:554/user=admin_password=•••_channel=1_stream=0.sdp')
  expect(withoutPasswords('rtsp://10.1.2.3/live?user=a&pwd=geheim&n=1')).toBe(
    'rtsp://10.1.2.3/live?user=a&pwd=•••&n=1',
  )
  expect(hasPassword('rtsp://10.1.2.3/Streaming/Channels/101')).toBe(false)
})

test('another channel is at the same host under its own path', () => {
  expect(withPath('rtsp://10.1.2.3:8554/Streaming/Channels/101', '/Streaming/Channels/201')).toBe(
    'rtsp://10.1.2.3:8554/Streaming/Channels/201',
  )
  expect(withPath('rtsp://10.1.2.3/live', '')).toBe('rtsp://10.1.2.3/live')
})
