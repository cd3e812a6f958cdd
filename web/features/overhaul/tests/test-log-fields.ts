import type { Fields } from '#shared/field.ts'
import { testKinds } from '#shared/test-log.ts'
import { text } from '#shared/text.ts'

/** The filter of the log. */
export const kindFields = {
  kind: { kind: 'choice', choices: testKinds, label: text('测试', 'Test') },
} as const satisfies Fields

/** What is said of an entry that was wrong. */
export const correctionFields = {
  note: {
    kind: 'text',
    most: 500,
    hasLines: true,
    isRequired: true,
    label: text('更正内容', 'What was wrong'),
  },
} as const satisfies Fields
