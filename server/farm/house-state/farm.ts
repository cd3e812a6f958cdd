import type { FastifyBaseLogger } from 'fastify'
import type { Store } from '../../platform/database/store.ts'
import type { Events } from '../../platform/events.ts'
import { roundFailed } from '../../platform/rounds.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'
import { type HouseDirectory, openHouseDirectory } from './house-directory.ts'
import { type HouseStates, watchHouseStates } from './house-states.ts'

/** The houses as they are now: which exist, what serves them, and their state. One for the whole process. */
export interface Farm {
  directory: HouseDirectory
  states: HouseStates
  /** Resolves when the last states are written. */
  stop(): Promise<void>
}

interface Parts {
  store: Store
  events: Events
  devices: Pick<DeviceSide, 'latest'>
  log: FastifyBaseLogger
}

/** Reads all houses, and keeps them and their states up to date. */
export async function openFarm({ store, events, devices, log }: Parts): Promise<Farm> {
  const onError = (error: unknown) => roundFailed(log, 'houses', error)
  const directory = await openHouseDirectory(store, events, onError)
  const states = await watchHouseStates({ store, events, devices, directory, onError })
  return {
    directory,
    states,
    stop() {
      directory.stop()
      return states.stop()
    },
  }
}
