import type { Reading } from '#shared/contracts/houses.ts'
import type { Db } from '../../platform/database/store.ts'
import type { Services } from '../../platform/services.ts'
import { wireValue } from '../../telemetry/wire-readings.ts'
import { savedReadings } from './house-state.ts'
import type { BoundDevice } from './houses.queries.ts'

export type Readings = Record<string, Reading>
export const none: Readings = {}

/** The last values of each of these devices, settings too; as last saved if not in memory. */
export async function toldBy(db: Db, { devices }: Services, bound: readonly BoundDevice[]) {
  const silent = bound.filter(({ id }) => devices.latest(id) === undefined).map(({ id }) => id)
  const saved = await savedReadings(db, silent)
  return new Map(
    bound.map(({ id }): [string, Readings] => {
      const latest = devices.latest(id)
      if (!latest) return [id, saved.get(id) ?? none]
      const readings: Readings = {}
      for (const [name, { value, at }] of latest.readings) {
        const plain = wireValue(value)
        if (plain !== undefined) readings[name] = [plain, at]
      }
      return [id, readings]
    }),
  )
}
