import type { FastifyBaseLogger } from 'fastify'
import type { Events } from '#server/platform/events.ts'
import { createAcceptTexts } from './accepted-texts.ts'
import type { DeviceClocks, NewClock } from './device-clocks.ts'
import type { Latest } from './latest.ts'
import type { Readings } from './readings.ts'
import type { KnownDevice } from './registry.ts'
import type { Sample } from './sample.ts'
import { SampleValues } from './sample-values.ts'

export interface KeeperParts {
  readings: Readings
  latest: Latest
  clocks: DeviceClocks
  events: Events
  log: FastifyBaseLogger
}
/** What keeping samples shows about their message. */
interface Heed {
  refuse(reason: string): void
  /** Of something in them, something else is known of a later time. */
  contest(): void
}

type Keep = (
  device: KnownDevice,
  samples: readonly Sample[],
  heed: Heed,
  part?: 'watch' | 'store',
) => Promise<void> | undefined

/**
 * Stores the samples of a message; once they are committed, updates the latest state and tells listeners. `part` limits
 * it to one of the two. The returned promise never rejects.
 */
export function createKeeper({ readings, latest, clocks, events, log }: KeeperParts): Keep {
  const acceptTexts = createAcceptTexts(latest)
  const allTexts = ({ id }: KnownDevice, { at, texts }: Sample) =>
    texts.map(([metric, value]) => ({ deviceId: id, metric, at, value }))

  function tell(device: KnownDevice, sample: Sample, { contest }: Heed): void {
    try {
      const applied = sample.historical ? 'past' : latest.apply(device.id, sample)
      if (applied === 'contested') contest()
      const historical = applied === 'past'
      const at = historical ? sample.at : sample.knownAt
      const { ofBirth } = sample
      events.emit('report', {
        deviceId: device.id,
        at,
        historical,
        ofBirth,
        values: new SampleValues(sample),
      })
    } catch (error) {
      log.error({ err: error }, 'a listener of reports failed')
    }
  }

  /** Undefined when the clock is stored as it is. */
  function unsavedClock({ id }: KnownDevice): NewClock | undefined {
    const clock = clocks.of(id)
    if (!clock.unsaved) return undefined
    clock.unsaved = false
    return { deviceId: id, shift: clock.shift, from: clock.from }
  }

  function save(
    device: KnownDevice,
    samples: readonly Sample[],
    refuse: (reason: string) => void,
    isShared: boolean,
  ): Promise<void> {
    // Other processes store samples of the device as well: then only the statement finds repetitions.
    const textsOf = isShared ? allTexts : acceptTexts
    const clock = samples.length > 0 ? unsavedClock(device) : undefined
    return readings.store({
      device: device.serial,
      reports: samples
        .filter(({ numeric }) => numeric)
        .map(({ at, layout, numbers }) => ({ device: device.serial, at, layout, numbers })),
      texts: samples.flatMap(sample => textsOf(device, sample)),
      ...(clock && { clock }),
      onRefused: refuse,
    })
  }

  return (device, samples, heed, part) => {
    const tellAll = () => {
      for (const sample of samples) tell(device, sample, heed)
    }
    if (part === 'watch') return void tellAll()
    const saved = save(device, samples, heed.refuse, part === 'store')
    return part === 'store' ? saved : saved.then(tellAll)
  }
}
