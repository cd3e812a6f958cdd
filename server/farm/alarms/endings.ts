import { codeOfRule, isFigureAlarm } from '#shared/alarm-rules.ts'
import { isFlockAlarm } from '#shared/alarms.ts'
import type { DeviceStatus } from '#shared/devices.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'
import type { HouseDirectory, KnownHouse } from '../house-state/house-directory.ts'
import type { AlarmBook, Standing } from './alarm-book.ts'
import type { ControllerAlarms } from './controller-alarms.ts'
import { FARM_RULE, type FarmRules } from './farm-rules.ts'
import type { Judges } from './judges.ts'

interface Parts {
  book: AlarmBook
  rules: FarmRules
  directory: HouseDirectory
  devices: Pick<DeviceSide, 'latest'>
  /** Newer than the directory's. */
  statuses: ReadonlyMap<string, DeviceStatus>
  judges: Judges
  controllers: ControllerAlarms
  now: () => number
}

/** Ends alarms that nothing else would end: their rule, their device or its house is not what it was. */
export function createEndings({
  book,
  rules,
  directory,
  devices,
  statuses,
  judges,
  controllers,
  now,
}: Parts) {
  /** Which house each device served at the last look. */
  let served = new Map<string, string>()

  /** Clears alarms of rules that were removed, turned off, now apply elsewhere or ask something else. */
  function dropRules(): void {
    for (const about of book.all()) {
      if (!about.rule.startsWith(FARM_RULE)) continue
      const house = isFigureAlarm(about.code)
        ? directory.house(about.houseIds[0] ?? '')
        : directory.houseOfDevice(about.subjectId)
      const held = house ? rules.of(house) : []
      if (!held.some(rule => about.rule === `${FARM_RULE}${rule.id}` && about.code === codeOfRule(rule)))
        book.clear(about, now(), 'rule')
    }
  }

  function endIfMoved(about: Standing): void {
    const houseId = served.get(about.subjectId)
    if (houseId !== undefined && about.houseIds.includes(houseId)) return
    judges.forget(about.subjectId)
    book.clear(about, now(), 'moved')
  }

  const isDisabled = (id: string, { devices }: KnownHouse) =>
    (statuses.get(id) ?? devices.find(device => device.id === id)?.status) === 'DISABLE'

  /** What a disabled device said no longer stands: nothing of it would ever clear. */
  function endDisabled(deviceId: string): void {
    judges.forget(deviceId)
    for (const about of book.all()) if (about.subjectId === deviceId) book.clear(about, now(), 'disabled')
  }

  return {
    dropRules,
    endDisabled,
    /**
     * Houses, flocks or devices have changed: clears alarms of what is elsewhere, and records what only the latest state says.
     * Devices that were heard all the time need none of this, and for ten thousand it would take long.
     */
    reconcile(): void {
      rules.forget()
      const before = served
      const gateways = new Set<string>()
      served = new Map()
      for (const house of directory.all())
        for (const { id, gatewayId } of house.devices) {
          served.set(id, house.id)
          if (gatewayId !== null) gateways.add(gatewayId)
        }
      for (const about of book.all())
        if (!gateways.has(about.subjectId) && !isFlockAlarm(about.code) && !isFigureAlarm(about.code))
          endIfMoved(about)
      const looked = new Set<string>()
      for (const [id, houseId] of served) {
        const house = directory.house(houseId)
        if (!house || before.get(id) === houseId) continue
        if (isDisabled(id, house)) endDisabled(id)
        else controllers.lookAt(id, house, devices.latest(id))
        looked.add(id)
      }
      for (const about of book.all())
        if (looked.has(about.subjectId))
          controllers.endUndeclared(about, devices.latest(about.subjectId), now())
      dropRules()
    },
  }
}
