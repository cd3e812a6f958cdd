import { expect, test } from 'vitest'
import { valuesBefore } from './values-before.ts'

type Changed = Parameters<typeof valuesBefore>[0][number]

const synced = (before: Record<string, number>): Changed => ({ state: 'synced', failure: null, before })

test('going back passes all changes since, and the earliest value of each setting counts', () => {
  const changes: Changed[] = [
    synced({ night: -2 }),
    { state: 'failed', failure: 'refused', before: { offset: 9 } },
    { state: 'failed', failure: 'partial', before: { offset: 1, night: -1 } },
    synced({ offset: 0 }),
  ]
  expect(valuesBefore(changes.slice(0, 1))).toEqual({ night: -2 })
  expect(valuesBefore(changes.slice(0, 2))).toEqual({ night: -2 })
  expect(valuesBefore(changes)).toEqual({ night: -1, offset: 0 })
})
