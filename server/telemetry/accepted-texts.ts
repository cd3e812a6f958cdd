import type { Latest } from './latest.ts'
import type { KnownDevice } from './registry.ts'
import type { Sample } from './sample.ts'
import type { NewText } from './write-reports.ts'

/** Picks the texts of a sample that are to be stored; call it in the order in which samples arrive. */
export type AcceptTexts = (device: KnownDevice, sample: Sample) => NewText[]

interface Accepted {
  /** Undefined when only the database can tell whether the next text is a repetition. */
  value: unknown
  at: number
}

/**
 * Leaves out a text that repeats the previous one, which may still be on its way to the database. A text that is not the
 * newest is always kept: the statement that stores it finds its place and its repetitions.
 */
export function createAcceptTexts(latest: Latest): AcceptTexts {
  const devices = new Map<string, { owner: string; texts: Map<string, Accepted> }>()

  function textsOf({ id, officeId }: KnownDevice): Map<string, Accepted> {
    const found = devices.get(id)
    // A new owner gets none of the former owner's texts.
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
