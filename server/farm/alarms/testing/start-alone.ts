import { openHouseDirectory } from '../../house-state/house-directory.ts'
import { type AlarmParts, type Alarms, startAlarms } from '../alarms.ts'

/** Alarms with a house directory of their own, which stops with them. */
export async function startAlarmsAlone(parts: Omit<AlarmParts, 'directory'>): Promise<Alarms> {
  const { store, events, log } = parts
  const directory = await openHouseDirectory(store, events, error => log.error({ err: error }, 'houses'))
  const alarms = await startAlarms({ ...parts, directory })
  return {
    ...alarms,
    async stop() {
      await alarms.stop()
      directory.stop()
    },
  }
}
