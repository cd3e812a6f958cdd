import { useQuery } from '@tanstack/react-query'
import { Button, Popover, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notices } from '#shared/contracts/notices.ts'
import { paths } from '#shared/screens.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { PopoverPanel } from '#web/components/popover-panel.tsx'
import { Age } from '#web/components/time.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { earlierIn, groupNotices, type NoticeGroup, titleOf } from './notice-groups.ts'
import { linkOf } from './notice-link.ts'
import { NoticeSign } from './notice-sign.tsx'
import { readQuietly, useRead } from './use-read.ts'
import './notices.css'

const SHOWN = 6
/** Enough to fill the lines, even though all fan groups of a house share one. */
const ASKED = 30
/** On a phone: page width with its margins, wherever the bell is. */
const AS_WIDE_AS_THE_PAGE = { left: 12, right: 12, width: 'auto' }

interface Props {
  /** Unread messages, as the bell counts them. */
  count: number
  open: (href: string) => void
  exists: (path: string) => boolean
  /** The bell with its number, as a button. */
  children: ReactNode
}

/** The gravest unread messages below the bell. Wraps the shell's own button; opens by click and keyboard. */
export function BellPopover({ count, open, exists, children }: Props) {
  const { t } = useTranslation('notices')
  const [isShown, setShown] = useState(false)
  const isPhone = useIsPhone()
  const go = (href: string) => {
    setShown(false)
    open(href)
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      {...(isPhone && { styles: { root: AS_WIDE_AS_THE_PAGE } })}
      open={isShown}
      onOpenChange={setShown}
      destroyOnHidden
      title={t($ => $.bell, { count })}
      content={
        <PopoverPanel>
          <Latest count={count} go={go} exists={exists} />
        </PopoverPanel>
      }
    >
      {children}
    </Popover>
  )
}

function Latest({
  count,
  go,
  exists,
}: {
  count: number
  go: (href: string) => void
  exists: Props['exists']
}) {
  const { t } = useTranslation('notices')
  const { busy, readAll } = useRead()
  const { data, error, refetch } = useQuery({
    queryKey: [notices.folded.path, 'bell', count],
    queryFn: () => call(notices.folded, { query: { read: 'unread', size: ASKED } }),
    placeholderData: previous => previous,
  })
  return (
    <div className="bell">
      {error && !data ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 3 }} title={false} />
      ) : data.items.length === 0 ? (
        <p className="caption">{t($ => $.noneUnread)}</p>
      ) : (
        <ul className="notice-lines" aria-label={t($ => $.latest)}>
          {groupNotices(data.items)
            .slice(0, SHOWN)
            .map(group => (
              <Line key={group[0].id} group={group} go={go} exists={exists} />
            ))}
        </ul>
      )}
      <div className="bell-foot">
        <Button type="text" size="small" disabled={busy || count === 0} onClick={() => void readAll()}>
          {t($ => $.readAll)}
        </Button>
        <Button type="text" size="small" onClick={() => go(paths.messages)}>
          {t($ => $.all)}
        </Button>
      </div>
    </div>
  )
}

interface LineProps {
  group: NoticeGroup
  go: (href: string) => void
  exists: Props['exists']
}

function Line({ group, go, exists }: LineProps) {
  const { t } = useTranslation('notices')
  const language = usePreferences(({ language }) => language)
  const [notice] = group
  const earlier = earlierIn(group)
  const grants = useSession(({ grants }) => grants)
  const link = linkOf(notice, exists, grants)
  const follow = () => {
    void readQuietly(group.map(({ id }) => id))
    go(link ?? paths.messages)
  }
  return (
    <li>
      <button type="button" onClick={follow}>
        <NoticeSign level={notice.level} unread />
        <span>
          {titleOf(group, language)}
          {earlier > 0 && <small className="notice-earlier">{t($ => $.earlier, { count: earlier })}</small>}
        </span>
        <Age at={notice.createdAt} />
      </button>
    </li>
  )
}
