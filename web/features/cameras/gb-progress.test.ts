import { expect, test } from 'vitest'
import { stepsOfKind } from '#shared/cameras.ts'
import type { Camera } from '#shared/contracts/cameras.ts'
import { gbProgress } from './gb-progress.ts'

const at = '2026-11-28T12:00:00.000Z'
const here = {
  deviceId: '34020000001320000001',
  registeredAt: at,
  keptAliveAt: at,
  catalogAt: at,
  found: 1,
  says: '',
  alarm: null,
}
type Problem = Camera['problem']
type Test = NonNullable<Camera['test']>

/** A device that is here and was tested. */
const tested = (steps: Test['steps'], problem: Problem, more: Partial<typeof here> = {}) => ({
  gb: { ...here, ...more },
  problem,
  test: { askedAt: at, endedAt: at, steps },
})
const told = (step: Test['steps'][number]['step'], problem: Problem = null) => ({
  step,
  ok: problem === null,
  problem,
})

test('each step that can fail says so, with its reason; nothing waits without one', () => {
  const failing = [
    { camera: tested([told('invite', 'noStream')], 'noStream'), step: 'invite', problem: 'noStream' },
    {
      camera: tested([told('invite'), told('picture', 'unsupportedCodec')], 'unsupportedCodec'),
      step: 'picture',
      problem: 'unsupportedCodec',
    },
    { camera: tested([], 'noChannelsFound', { found: 0 }), step: 'catalog', problem: 'noChannelsFound' },
    {
      camera: { gb: { ...here, registeredAt: null }, problem: 'wrongPassword' as const, test: null },
      step: 'register',
      problem: 'wrongPassword',
    },
  ]
  for (const { camera, step, problem } of failing) {
    const progress = gbProgress(camera)
    expect(progress.steps.find(({ done }) => done === 'failed')?.step).toBe(step)
    expect([step, progress.next, progress.problem]).toEqual([step, step, problem])
  }
})

test('a device that shows its picture is done', () => {
  const progress = gbProgress(tested([told('invite'), told('picture')], null))
  expect(progress).toMatchObject({ next: null, problem: null })
  expect(progress.steps.map(({ step }) => step)).toEqual(stepsOfKind.gb28181)
})

test('a picture that came after a failed test is a picture', () => {
  expect(gbProgress(tested([told('invite', 'noStream')], null))).toMatchObject({ next: null, problem: null })
})
