import { expect, test } from 'vitest'
import { networksOf } from '../../platform/network/outside.ts'
import { neighbourOf } from './discovery.ts'

const allowed = networksOf('10.1.0.0/16') ?? []
const scopes =
  'onvif://www.onvif.org/type/video_encoder onvif://www.onvif.org/name/HIK%20VISION onvif://www.onvif.org/hardware/DS-2CD2143'

test('a camera that answers is told by its address and what it calls itself', () => {
  expect(neighbourOf({ XAddrs: 'http://10.1.2.3/onvif/device_service', scopes }, allowed)).toEqual({
    address: 'http://10.1.2.3/onvif/device_service',
    says: 'HIK VISION · DS-2CD2143',
  })
  // Of several addresses the first that may be dialled.
  const XAddrs = 'http://169.254.1.7/onvif http://[fe80::1]/onvif http://10.1.2.4:8000/onvif'
  expect(neighbourOf({ XAddrs }, allowed)).toEqual({ address: 'http://10.1.2.4:8000/onvif', says: '' })
})

test('what stands elsewhere, or answers nonsense, is not told', () => {
  for (const XAddrs of [
    'http://192.168.1.64/onvif',
    'http://8.8.4.4/onvif',
    'http://127.0.0.1/onvif',
    'http://camera.farm.example/onvif',
    'ftp://10.1.2.3/',
    '',
    undefined,
    { $: 1 },
  ])
    expect([XAddrs, neighbourOf({ XAddrs, scopes: 7 }, allowed)]).toEqual([XAddrs, undefined])
  expect(neighbourOf({ XAddrs: 'http://10.1.2.3/onvif' }, [])).toBeUndefined()
})
