import type { MediaEngine, MediaSource, Probe } from '../media-engine.ts'
import type { OnvifSide } from './onvif-side.ts'
import type { OnvifFound } from './orders.ts'

/**
 * Tries a camera of ONVIF: what it says of itself, then whether a picture comes. `take` stores what it says and tells the
 * profile of its first picture. Rejects only if that fails.
 */
export async function probeOnvif(
  { onvif, media }: { onvif: OnvifSide; media: MediaEngine },
  source: MediaSource,
  take: (found: OnvifFound) => Promise<string | undefined>,
  signal: AbortSignal,
): Promise<Probe> {
  const { steps, found } = await onvif.look(source)
  const reached = steps.some(({ step, ok }) => step === 'connect' && ok)
  if (!found) return { reached, steps }
  const profile = await take(found)
  if (profile === undefined)
    return { reached, steps: [...steps, { step: 'describe', ok: false, fault: 'noStream' }] }
  const probe = await media.probe({ ...source, profile }, signal)
  return { ...probe, reached, steps: [...steps, ...probe.steps] }
}
