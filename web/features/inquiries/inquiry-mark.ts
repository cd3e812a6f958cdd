import type { InquiryState } from '#shared/inquiries.ts'
import type { State } from '#web/components/state-mark.tsx'

/** Marks for the standing of an inquiry. */
export const markOfInquiry = { waiting: 'pending', replied: 'normal' } as const satisfies Record<
  InquiryState,
  State
>
