import { expect, test } from 'vitest'
import { worstFirst } from './order.ts'

test('alarms come first, then offline, then normal; equals keep the order of the server', () => {
  const houses = ['normal 1', 'offline 2', 'alarm 3', 'normal 4', 'alarm 5']
  expect(worstFirst(houses, name => name.split(' ')[0] as 'normal')).toEqual([
    ...['alarm 3', 'alarm 5', 'offline 2', 'normal 1', 'normal 4'],
  ])
})
