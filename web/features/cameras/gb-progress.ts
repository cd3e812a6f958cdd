import { type CameraProblem, type ProbeStep, stepsOfKind } from '#shared/cameras.ts'
import type { Camera } from '#shared/contracts/cameras.ts'
import { isTesting } from './is-testing.ts'

type Done = 'ok' | 'failed' | 'open'

/** How far a device has come that was given its values. */
interface GbProgress {
  steps: { step: ProbeStep; done: Done }[]
  /** The first that is not done; null once all are. */
  next: ProbeStep | null
  /** Why it does not go on; null while there is only something to wait for. */
  problem: CameraProblem | null
}

type Watched = Pick<Camera, 'gb' | 'test' | 'problem'>

/** What is known of a step now. */
function doneOf(camera: Watched, step: ProbeStep): Done {
  const { gb, test, problem } = camera
  if (!gb) return 'open'
  if (step === 'register') return gb.registeredAt ? 'ok' : problem === 'wrongPassword' ? 'failed' : 'open'
  if (!gb.registeredAt) return 'open'
  if (step === 'keepAlive') return gb.keptAliveAt ? 'ok' : 'open'
  if (step === 'catalog') return gb.catalogAt ? (gb.found ? 'ok' : 'failed') : 'open'
  if (!gb.catalogAt || test === null || isTesting(camera)) return 'open'
  // Whatever failed then, a picture has come since.
  if (test.endedAt !== null && problem === null) return 'ok'
  const found = test.steps.find(each => each.step === step)
  return found ? (found.ok ? 'ok' : 'failed') : 'open'
}

/** What a device has done so far, and what keeps it from going on. */
export function gbProgress(camera: Watched): GbProgress {
  const steps = stepsOfKind.gb28181.map(step => ({ step, done: doneOf(camera, step) }))
  const next = steps.find(({ done }) => done !== 'ok')?.step ?? null
  return { steps, next, problem: problemOf(camera, steps.find(({ done }) => done === 'failed')?.step) }
}

function problemOf({ gb, test, problem }: Watched, failed: ProbeStep | undefined): CameraProblem | null {
  if (failed === undefined) return gb?.registeredAt ? null : 'notRegistered'
  if (failed === 'catalog') return 'noChannelsFound'
  if (failed === 'register') return 'wrongPassword'
  return problem ?? test?.steps.find(({ ok }) => !ok)?.problem ?? 'noStream'
}
