import { overhaulTests } from '#shared/contracts/overhaul-tests.ts'
import { feature } from '../../platform/http/feature.ts'
import { sendAlarm } from './tests/alarm-tests.ts'
import { prove } from './tests/prove.ts'
import { testBasis } from './tests/test-basis.ts'

export const overhaulTestsFeature = feature('overhaul-tests', overhaulTests, {
  basis: testBasis,
  prove,
  sendAlarm,
})
