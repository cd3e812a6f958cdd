import type { Notice } from '#shared/contracts/notices.ts'
import { type State, StateMark } from '#web/components/state-mark.tsx'

const marks = {
  info: 'pending',
  warning: 'watch',
  critical: 'alarm',
  emergency: 'alarm',
} as const satisfies Record<Notice['level'], State>

/** The level of a message as a shape, and a dot while it is unread. */
export function NoticeSign({ notice: { level, readAt } }: { notice: Pick<Notice, 'level' | 'readAt'> }) {
  return (
    <span className="notice-sign" data-unread={readAt === null}>
      <StateMark state={marks[level]} />
    </span>
  )
}
