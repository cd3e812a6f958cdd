import type { QuestionState } from '#shared/questions.ts'
import type { State } from '#web/components/state-mark.tsx'

/** The shape of where a question stands. */
export const markOfQuestion = { waiting: 'pending', replied: 'normal' } as const satisfies Record<
  QuestionState,
  State
>
