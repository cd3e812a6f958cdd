import { afterEach, beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { CustomerStanding } from '#shared/contracts/session.ts'
import type { Grant } from '#shared/permissions.ts'
import { startTexts } from '#web/app/i18n.ts'
import { useSession } from '#web/data/session.ts'
import { StandingBar } from './standing-bar.tsx'

beforeAll(() => startTexts())
afterEach(() => useSession.setState({ grants: new Set() }))

const shownTo = (grants: Grant[], standing: CustomerStanding) => {
  useSession.setState({ grants: new Set(grants) })
  return render(<StandingBar standing={standing} />)
}
const kinds = ['contractEnding', 'contractEnded', 'trialEnding', 'trialEnded'] as const

test.each(kinds)(
  'whoever decides for the farm is asked to act, a worker reads whose task it is: %s',
  async kind => {
    const standing = { kind, endsOn: '2026-11-30', readUntil: '2026-12-14' }
    const what = kind.startsWith('contract') ? 'Your farm’s contract end' : 'Your farm’s trial end'
    const ofOwner = await shownTo(['house_alarm:query', 'farm_access:enable'], standing)
    const asked = ofOwner.container.textContent
    expect(asked).toContain(what)
    expect(asked).toContain('. Please contact your provider')
    await ofOwner.unmount()
    const ofWorker = await shownTo(['house_alarm:query', 'chicken_batch:add'], standing)
    const told = ofWorker.container.textContent
    expect(told).toContain(what)
    expect(told).toContain('. The farm owner arranges what comes next')
    expect(told).not.toContain('Please')
  },
)
