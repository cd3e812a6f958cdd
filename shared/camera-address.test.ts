import { expect, test } from 'vitest'
import {
  hasPassword,
  parseCameraAddress,
  parseOnvifAddress,
  withoutPasswords,
  withPath,
} from './camera-address.ts'

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

test('the address of an ONVIF service is a name or IP address, with port and path where they are not the usual ones', () => {
  const taken = (text: string) => {
    const found = parseOnvifAddress(text)
    return typeof found === 'string'
      ? found
      : [found.url, found.host, found.port, found.username, found.password]
  }
  const usual = '/onvif/device_service'
  expect(taken('10.1.2.3')).toEqual([`http://10.1.2.3${usual}`, '10.1.2.3', 80, null, null])
  expect(taken(' Cam.Farm.example:8080 ')).toEqual([
    `http://cam.farm.example:8080${usual}`,
    'cam.farm.example',
    8080,
    null,
    null,
  ])
  expect(taken('http://admin:p@ss#1@10.1.2.3:8000/onvif/service')).toEqual([
    'http://10.1.2.3:8000/onvif/service',
    '10.1.2.3',
    8000,
    'admin',
    'p@ss#1',
  ])
  expect(taken('[2001:db8::7]')).toEqual([`http://[2001:db8::7]${usual}`, '2001:db8::7', 80, null, null])
  for (const text of ['rtsp://10.1.2.3/live', 'https://10.1.2.3', 'ftp://10.1.2.3'])
    expect([text, taken(text)]).toEqual([text, 'scheme'])
  for (const text of ['', 'http://', 'a b', '10.1.2.3:99999'])
    expect([text, taken(text)]).toEqual([text, 'malformed'])
})
