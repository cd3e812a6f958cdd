import type { QuestionState } from '#shared/questions.ts'
import type { State } from '#web/components/state-mark.tsx'

/** Marks for the standing of a question. */
export const markOfQuestion = { waiting: 'pending', replied: 'normal' } as const satisfies Record<
  QuestionState,
  State
>
