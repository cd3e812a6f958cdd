import { buildAlarmRule, buildDuty } from '../../testing/alarm-rules.ts'
import { buildUser } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'

export const fixtures: Fixture[] = [
  { module: 'alarm-rules', row: ({ services, offices }) => buildAlarmRule(services, offices.direct) },
  {
    module: 'alarm-duties',
    row: async ({ services, offices }) => {
      const { id: accountId } = await buildUser(services, offices.direct)
      return buildDuty(services, offices.direct, { accountId })
    },
  },
]
