import { openHouseDirectory } from '../../house-state/house-directory.ts'
import { type AlarmParts, type Alarms, startAlarms } from '../alarms.ts'

/** Alarms with a house directory of their own, which stops with them. */
export interface AlarmsAlone extends Alarms {
  /** Reads the houses again; resolves once the alarms know them. */
  rereadHouses(): Promise<void>
}

export async function startAlarmsAlone({
  config = {},
  ...parts
}: Omit<AlarmParts, 'directory' | 'config'> & Partial<Pick<AlarmParts, 'config'>>): Promise<AlarmsAlone> {
  const { store, events, log } = parts
  const directory = await openHouseDirectory(store, events, error => log.error({ err: error }, 'houses'))
  const alarms = await startAlarms({ ...parts, config, directory })
  return {
    ...alarms,
    rereadHouses: () =>
      new Promise(resolve => {
        const unhear = directory.onChange(() => {
          unhear()
          resolve()
        })
        events.emit('registry', { deviceIds: [] })
      }),
    async stop() {
      await alarms.stop()
      directory.stop()
    },
  }
}
