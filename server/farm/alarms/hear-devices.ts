import type { DeviceStatus } from '#shared/devices.ts'
import type { EventMap, Events } from '../../platform/events.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'
import type { HouseDirectory } from '../house-state/house-directory.ts'
import type { AlarmBook } from './alarm-book.ts'
import type { ControllerAlarms } from './controller-alarms.ts'
import type { createEndings } from './endings.ts'
import type { Judges } from './judges.ts'
import type { createLooks } from './looks.ts'
import { bookOverdueReturns } from './overdue-returns.ts'

interface Parts {
  events: Events
  directory: HouseDirectory
  devices: Pick<DeviceSide, 'latest'>
  book: AlarmBook
  controllers: ControllerAlarms
  judges: Pick<Judges, 'undeclared'>
  looks: Pick<ReturnType<typeof createLooks>, 'heard' | 'fellSilent'>
  endings: Pick<ReturnType<typeof createEndings>, 'endDisabled'>
  /** Kept up to date with what is heard. */
  statuses: Map<string, DeviceStatus>
  now: () => number
}

/** Passes what is heard about devices to those who raise and end alarms of it; call the returned function to stop. */
export function hearDevices(parts: Parts): () => void {
  const { events, directory, devices, book, controllers, judges, looks, endings, statuses, now } = parts

  const onReport = (report: EventMap['report'][0]) => {
    const { deviceId, at, historical, values } = report
    const house = directory.houseOfDevice(deviceId)
    if (!house) return
    const latest = devices.latest(deviceId)
    controllers.hear(report, house, latest)
    if (!historical && latest) looks.heard(deviceId, { house, latest, at, values })
  }

  const onStatus = ({ deviceId, to }: EventMap['status'][0]) => {
    statuses.set(deviceId, to)
    if (to !== 'ONLINE') looks.fellSilent(deviceId)
    if (to === 'DISABLE') endings.endDisabled(deviceId)
  }

  const onUndeclared = ({ deviceId, metrics, at }: EventMap['undeclared'][0]) => {
    controllers.undeclared(deviceId, metrics, at)
    const house = directory.houseOfDevice(deviceId)
    const latest = devices.latest(deviceId)
    if (house && latest) judges.undeclared({ deviceId, house, latest, now: now() }, metrics)
  }

  const onOverdue = (told: EventMap['overdueReturn'][0]) => bookOverdueReturns(book, directory, told, now())

  events.on('report', onReport)
  events.on('status', onStatus)
  events.on('undeclared', onUndeclared)
  events.on('overdueReturn', onOverdue)
  return () => {
    events.off('report', onReport)
    events.off('status', onStatus)
    events.off('undeclared', onUndeclared)
    events.off('overdueReturn', onOverdue)
  }
}
