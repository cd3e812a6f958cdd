import type { InquiryState } from '#shared/inquiries.ts'
import type { State } from '#web/components/state-mark.tsx'

/** The shape of where an inquiry stands. */
export const markOfInquiry = { waiting: 'pending', replied: 'normal' } as const satisfies Record<
  InquiryState,
  State
>
