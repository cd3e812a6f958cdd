import type { FastifyBaseLogger } from 'fastify'
import type { Events } from '#server/events.ts'
import type { Latest } from './latest.ts'
import type { Readings } from './readings.ts'
import type { KnownDevice } from './registry.ts'
import type { Sample } from './samples.ts'

export interface KeeperParts {
  readings: Readings
  latest: Latest
  events: Events
  log: FastifyBaseLogger
}
type Keep = (
  device: KnownDevice,
  samples: readonly Sample[],
  refuse: (reason: string) => void,
) => Promise<void>

/** Stores the samples of a message; when they are committed, the latest state follows and listeners are told. */
export function createKeeper({ readings, latest, events, log }: KeeperParts): Keep {
  function changedTexts(device: KnownDevice, { at, historical, texts }: Sample) {
    const known = latest.get(device.id)?.readings
    return texts
      .filter(([name, value]) => historical || (known?.get(name)?.value ?? null) !== value)
      .map(([metric, value]) => ({ deviceId: device.id, metric, at, value }))
  }

  function tell(device: KnownDevice, { at, historical, values }: Sample): void {
    const late = historical || !latest.apply(device.id, at, values)
    try {
      events.emit('report', { deviceId: device.id, at, historical: late, values })
    } catch (error) {
      log.error({ err: error }, 'a listener of reports failed')
    }
  }

  return async (device, samples, refuse) => {
    await readings.store({
      reports: samples
        .filter(({ numeric }) => numeric)
        .map(({ at, layout, real, exact }) => ({ device: device.serial, at, layout, real, exact })),
      texts: samples.flatMap(sample => changedTexts(device, sample)),
      onRefused: refuse,
    })
    for (const sample of samples) tell(device, sample)
  }
}
