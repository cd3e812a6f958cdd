import { alarmsLabel, groupFanFaults } from '#shared/alarm-groups.ts'
import type { FoldedNotice } from '#shared/contracts/notices.ts'
import type { Language } from '#shared/text.ts'
import { isUnread } from './notice-sign.tsx'

/** Messages in one line: those that failed together. */
export type NoticeGroup = [FoldedNotice, ...FoldedNotice[]]

/** Fan groups of a house that failed together are one line as long as all or none of them are unread. */
export const groupNotices = (rows: readonly FoldedNotice[]): NoticeGroup[] =>
  groupFanFaults(rows, ({ alarm, ...notice }) => {
    if (!alarm || notice.places) return null
    const { code, houses, raisedAt } = alarm
    return { code, place: [isUnread({ ...notice, alarm }), ...houses].join(), at: Date.parse(raisedAt) }
  })

/** The text of a line; a single message keeps its own words. */
export function titleOf(group: NoticeGroup, language: Language): string {
  const [{ title, alarm }] = group
  if (group.length === 1 || !alarm) return title
  const codes = group.flatMap(({ alarm }) => (alarm ? [alarm.code] : []))
  const houses = alarm.houses.join(language === 'zh-CN' ? '、' : ', ')
  return `${houses}${language === 'zh-CN' ? '：' : ': '}${alarmsLabel(codes)[language]}`
}

/** How many messages a line stands for besides those it names. */
export const earlierIn = (group: NoticeGroup): number =>
  group.reduce((all, { count }) => all + count, 0) - group.length
