import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { type FirstSteps, workplace } from '#shared/contracts/workplace.ts'
import type { Grant } from '#shared/permissions.ts'
import { AntdStill } from '#web/components/antd-still.tsx'
import components from '#web/components/en-US.json' with { type: 'json' }
import { ScreenContext } from '#web/components/screen-context.tsx'
import { cached } from '#web/components/testing/cached.tsx'
import { screenAt } from '#web/components/testing/screen.ts'
import { useSession } from '#web/data/session.ts'
import texts from './en-US.json' with { type: 'json' }
import { FirstStepsCard } from './first-steps.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { components, workplace: texts } },
  })
})
afterEach(() => void vi.unstubAllGlobals())

const trial: FirstSteps = {
  steps: [
    { step: 'people', isDone: true },
    { step: 'controller', isDone: false },
    { step: 'onCall', isDone: false },
  ],
  isPutAway: false,
}

function drawFor(grants: readonly Grant[], answer?: FirstSteps) {
  useSession.setState({ user: { kind: 2 } as never, grants: new Set(grants) })
  return render(
    <AntdStill>
      <ScreenContext value={{ ...screenAt('/dashboard/workplace'), exists: () => true }}>
        <FirstStepsCard />
      </ScreenContext>
    </AntdStill>,
    cached(answer && { [workplace.firstSteps.path]: answer }),
  )
}
const owner: Grant[] = ['client_workplace:query', 'device_manage:add', 'house_alarm_rule:add']

test('an owner sees what is done, and what is not leads to its page', async () => {
  const drawn = await drawFor(owner, trial)
  await expect.element(drawn.getByText('1 of 3 steps done')).toBeVisible()
  const links = drawn.getByRole('link').elements()
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Connect a controller', '/deviceManage'],
    ['Say who is on call', '/house-alarm/rule'],
  ])
  await expect.element(drawn.getByRole('listitem').first()).toHaveTextContent('Invite your peopleDone')
})

test('what its reader may not do is left out', async () => {
  const drawn = await drawFor(['client_workplace:query', 'device_manage:add'], trial)
  await expect.element(drawn.getByText('1 of 2 steps done')).toBeVisible()
  expect(drawn.getByRole('listitem').elements()).toHaveLength(2)
})

test('nothing is said before it is known, of what is all done or put away, and to those who can do nothing of it', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const done = { ...trial, steps: trial.steps.map(step => ({ ...step, isDone: true })) }
  for (const [grants, answer] of [
    [owner, undefined],
    [owner, done],
    [owner, { ...trial, isPutAway: true }],
    [['client_workplace:query'], trial],
  ] as const) {
    const drawn = await drawFor(grants, answer)
    expect(drawn.container.textContent).toBe('')
    await drawn.unmount()
  }
})
