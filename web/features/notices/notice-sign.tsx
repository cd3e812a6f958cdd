import { useTranslation } from 'react-i18next'
import type { Notice } from '#shared/contracts/notices.ts'
import { StateMark, stateOfLevel } from '#web/components/state-mark.tsx'

/** Whether a message still needs attention: unread, not muted, and not about an alarm that has cleared. */
export const isUnread = ({ readAt, isMuted, alarm }: Pick<Notice, 'readAt' | 'isMuted' | 'alarm'>): boolean =>
  readAt === null && !isMuted && !alarm?.isCleared

/** A message's level as mark and word, and a dot while it is unread. */
export function NoticeSign({ level, unread }: Pick<Notice, 'level'> & { unread: boolean }) {
  const { t } = useTranslation('notices')
  return (
    <span className="notice-sign" data-unread={unread} data-level={level}>
      <StateMark state={stateOfLevel[level]} />
      <span>{t($ => $.levels[level])}</span>
    </span>
  )
}
