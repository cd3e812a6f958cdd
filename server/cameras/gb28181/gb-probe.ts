import type { MediaEngine, MediaSource, Probe } from '../media-engine.ts'
import type { GbSide } from './gb-side.ts'
import { calledAt } from './receive.ts'

type Step = Probe['steps'][number]

/** Tries a device that signs in by itself: what it has done so far, then whether its picture comes. Never rejects. */
export async function probeGb(
  { gb, media }: { gb: GbSide | null; media: MediaEngine },
  deviceId: string,
  source: MediaSource | undefined,
  signal: AbortSignal,
): Promise<Probe> {
  const state = gb?.state(deviceId)
  const steps: Step[] = []
  const failed = (step: Step['step'], fault: NonNullable<Step['fault']>): Probe => ({
    reached: steps.length > 0,
    steps: [...steps, { step, ok: false, fault }],
  })
  if (!state?.isRegistered) return failed('register', state?.isRefused ? 'wrongPassword' : 'notRegistered')
  steps.push({ step: 'register', ok: true })
  if (!state.isAlive) return failed('keepAlive', 'unreachable')
  steps.push({ step: 'keepAlive', ok: true })
  if (!source || !hasChannel(source)) return failed('catalog', 'noChannelsFound')
  steps.push({ step: 'catalog', ok: true })
  const probe = await media.probe(source, signal)
  return { ...probe, reached: true, steps: [...steps, ...probe.steps] }
}

function hasChannel(source: MediaSource): boolean {
  try {
    return calledAt(source).channelId !== ''
  } catch {
    return false
  }
}
