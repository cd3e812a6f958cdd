import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that run or wait longest: started last, a single one of them would delay the end. */
const LONGEST = [
  'server/testing/generated/fuzz.test.ts',
  'server/telemetry/external-broker-tls.test.ts',
  'server/testing/generated/access.test.ts',
  'server/main.test.ts',
  'server/platform/jobs/kill.test.ts',
  'server/testing/generated/escalation.test.ts',
  'server/platform/database/outside.test.ts',
]

/** The order of files on a machine that has not run them yet and so knows nothing of their durations. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const known = LONGEST.findIndex(path => moduleId.endsWith(`/${path}`))
      return known === -1 ? LONGEST.length : known
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
