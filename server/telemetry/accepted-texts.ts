import type { Latest } from './latest.ts'
import type { KnownDevice } from './registry.ts'
import type { Sample } from './sample.ts'
import type { NewText } from './write-reports.ts'

/** Which texts of a sample are to be stored; called in the order in which samples are taken in. */
export type AcceptTexts = (device: KnownDevice, sample: Sample) => NewText[]

interface Accepted {
  /** Undefined when only the database can tell whether the next one is a repetition. */
  value: unknown
  at: number
}

/**
 * Leaves out what repeats the text taken in before, which may still be on its way to the database. What is not the
 * newest is never left out: the statement that stores it finds its place, and its repetitions.
 */
export function createAcceptTexts(latest: Latest): AcceptTexts {
  const devices = new Map<string, { owner: string; texts: Map<string, Accepted> }>()

  function textsOf({ id, officeId }: KnownDevice): Map<string, Accepted> {
    const found = devices.get(id)
    // A new owner has none of the former one's texts.
    if (found?.owner === officeId) return found.texts
    const texts = new Map<string, Accepted>()
    devices.set(id, { owner: officeId, texts })
    return texts
  }

  return (device, sample) => {
    if (sample.texts.length === 0) return []
    const { at, knownAt, historical } = sample
    const texts = textsOf(device)
    const known = latest.get(device.id)?.readings
    const isNew = ([metric, value]: Sample['texts'][number]): boolean => {
      const last = texts.get(metric) ?? known?.get(metric) ?? { value: null, at: Number.NEGATIVE_INFINITY }
      if (historical || knownAt <= last.at) {
        texts.set(metric, { value: undefined, at: last.at })
        return true
      }
      texts.set(metric, { value, at: knownAt })
      return last.value !== value
    }
    return sample.texts.filter(isNew).map(([metric, value]) => ({ deviceId: device.id, metric, at, value }))
  }
}
