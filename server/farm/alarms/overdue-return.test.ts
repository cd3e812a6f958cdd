import { expect, test } from 'vitest'
import { alarmFarm } from './testing/alarm-farm.ts'

const farm = alarmFarm()
const { controller, start, settled, alarmsOf } = farm
const tell = (...deviceIds: string[]) => farm.app.services.events.emit('overdueReturn', { deviceIds })

test('a temporary setting still in force after its end is critical, once, until it is reverted', async () => {
  const house = await controller()
  await start()
  tell(house.id)
  tell(house.id)
  await settled()
  const raised = await alarmsOf(house)
  expect(raised).toMatchObject([{ code: 'SettingNotReturned', level: 'critical', clearedAt: null }])
  tell()
  await settled()
  expect(await alarmsOf(house)).toMatchObject([{ clearedAt: expect.any(Date) }])
})
