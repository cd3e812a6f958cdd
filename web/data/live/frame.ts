import { jobStates } from '#shared/contracts/jobs.ts'
import { customerStatuses } from '#shared/customers.ts'
import { deviceStatuses } from '#shared/devices.ts'
import type { FrameData } from '#shared/realtime.ts'

const states = ['normal', 'alarm', 'offline']

/**
 * A frame of the server, or null for anything else. Checked by hand against `ServerFrame`: hundreds arrive each second, and
 * only what the screens read has to be right.
 */
export function frameOf(text: string): FrameData | null {
  let data: Record<string, unknown>
  try {
    data = JSON.parse(text)?.data
  } catch {
    return null
  }
  if (typeof data !== 'object' || data === null) return null
  return fits(data) ? (data as unknown as FrameData) : null
}

function fits(data: Record<string, unknown>): boolean {
  switch (data.dataType as FrameData['dataType']) {
    case 'DEVICE_DATA':
      return (
        isText(data.iotId) &&
        isText(data.chickenHouseId) &&
        (data.heardAt === null || isNumber(data.heardAt)) &&
        hasReadings(data.values)
      )
    case 'DEVICE_STATUS':
      return isText(data.iotId) && deviceStatuses.includes(data.status as never) && isNumber(data.since)
    case 'WARNING_MESSAGE':
      return (
        isText(data.chickenHouseId) &&
        states.includes(data.state as string) &&
        isNumber(data.since) &&
        Array.isArray(data.alarms)
      )
    case 'SETTING_STATE':
      return isText(data.iotId) && isText(data.state)
    case 'JOB':
      return isText(data.jobId) && jobStates.includes(data.state as never) && isNumber(data.done)
    case 'ACCESS':
      return Array.isArray(data.lost) && data.lost.every(isText) && typeof data.rights === 'boolean'
    case 'NOTICE':
      return isNumber(data.unread)
    case 'RECORD':
      return isText(data.module) && isText(data.id)
    case 'CUSTOMER_STATUS':
      return hasStatuses(data.statuses)
    case 'WALL':
      return [data.eggs, data.feed, data.water, data.reporting, data.news].every(isNumber)
    case 'LOGO':
      return data.logo === null || isText(data.logo)
    default:
      return false
  }
}

const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => typeof value === 'number'

const hasStatuses = (statuses: unknown): boolean =>
  typeof statuses === 'object' &&
  statuses !== null &&
  Object.values(statuses).every(status => customerStatuses.includes(status))

function hasReadings(values: unknown): boolean {
  if (typeof values !== 'object' || values === null) return false
  for (const reading of Object.values(values))
    if (!Array.isArray(reading) || reading.length !== 2 || !isNumber(reading[1])) return false
  return true
}
