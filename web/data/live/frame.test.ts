import { describe, expect, test } from 'vitest'
import { ServerFrame } from '#shared/realtime.ts'
import { frameOf } from './frame.ts'

const good = [
  {
    dataType: 'DEVICE_DATA',
    iotId: 'd',
    chickenHouseId: 'h',
    heardAt: 5,
    values: { a: [1, 2], b: [null, 3], c: [true, 4] },
  },
  {
    dataType: 'DEVICE_STATUS',
    iotId: 'd',
    chickenHouseId: null,
    status: 'OFFLINE',
    since: 1,
    reason: 'ndeath',
  },
  { dataType: 'WARNING_MESSAGE', chickenHouseId: 'h', state: 'alarm', since: 1, alarms: [] },
  { dataType: 'SETTING_STATE', iotId: 'd', state: 'synced' },
  { dataType: 'RECORD', module: 'questions', id: 'q' },
  { dataType: 'NOTICE', unread: 3 },
  { dataType: 'CUSTOMER_STATUS', statuses: { c: 'ONLINE', d: 'DISABLE' } },
  { dataType: 'LOGO', logo: '/files/1' },
  { dataType: 'LOGO', logo: null },
  { dataType: 'JOB', jobId: 'j', state: 'running', done: 1, total: null },
]

describe('a frame of the socket', () => {
  test.each(good)('$dataType is accepted, and the contract agrees', data => {
    const frame = { data }
    expect(ServerFrame.safeParse(frame).success).toBe(true)
    expect(frameOf(JSON.stringify(frame))).toEqual(data)
  })

  test.each([
    'pong',
    '{',
    'null',
    '{}',
    '{"data":null}',
    '{"data":{"dataType":"SOMETHING_NEW"}}',
    '{"data":{"dataType":"DEVICE_DATA","iotId":"d","chickenHouseId":"h","heardAt":1,"values":{"a":5}}}',
    '{"data":{"dataType":"DEVICE_DATA","iotId":"d","chickenHouseId":"h"}}',
    '{"data":{"dataType":"DEVICE_STATUS","iotId":"d","status":"GONE","since":1}}',
    '{"data":{"dataType":"NOTICE","unread":"3"}}',
    '{"data":{"dataType":"CUSTOMER_STATUS","statuses":{"c":"THERE"}}}',
  ])('%s is ignored', text => {
    expect(frameOf(text)).toBeNull()
  })
})
