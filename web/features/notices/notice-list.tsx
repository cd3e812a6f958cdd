import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Pagination, Skeleton } from 'antd'
import { Bell, BellOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FoldedNotice, notices } from '#shared/contracts/notices.ts'
import { Known } from '#web/components/known.tsx'
import { NoRows } from '#web/components/list/list-states.tsx'
import type { List } from '#web/components/list/use-list.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Age } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { earlierIn, groupNotices, type NoticeGroup, titleOf } from './notice-groups.ts'
import { knownBusiness, linkOf } from './notice-link.ts'
import { isUnread, NoticeSign } from './notice-sign.tsx'
import { mutableKind, useMute } from './use-mute.ts'
import { readQuietly, useRead } from './use-read.ts'

interface Picking {
  picked: ReadonlySet<string>
  setPicked: (picked: ReadonlySet<string>) => void
}

/** The messages with their selection, or what the list shows instead. */
export function NoticeList({ list, picked, setPicked }: { list: List<FoldedNotice> } & Picking) {
  const { t } = useTranslation('notices')
  if (list.error && list.rows.length === 0) return <LoadProblem error={list.error} retry={list.refetch} />
  if (list.isLoading) return <Skeleton active paragraph={{ rows: 8 }} className="notice-waiting" />
  if (list.rows.length === 0)
    return <NoRows list={list} title={t($ => $.emptyTitle)} says={t($ => $.emptySays)} />
  const unread = list.rows.filter(isUnread)
  const isAll = unread.length > 0 && unread.every(({ id }) => picked.has(id))
  return (
    <>
      <div className="notice-head">
        <Checkbox
          aria-label={t($ => $.pickAll)}
          checked={isAll}
          indeterminate={!isAll && unread.some(({ id }) => picked.has(id))}
          disabled={unread.length === 0}
          onChange={() => setPicked(new Set(isAll ? [] : unread.map(({ id }) => id)))}
        />
        <span>{t($ => $.message)}</span>
        <span>{t($ => $.kind)}</span>
        <span>{t($ => $.received)}</span>
      </div>
      <ul className="notice-rows">
        {groupNotices(list.rows).map(group => (
          <Row key={group[0].id} group={group} picked={picked} setPicked={setPicked} />
        ))}
      </ul>
      <div className="notice-pager">
        <Pagination
          size="small"
          current={list.page}
          pageSize={list.size}
          total={list.total}
          showSizeChanger={false}
          hideOnSinglePage
          onChange={list.setPage}
        />
      </div>
    </>
  )
}

function Row({ group, picked, setPicked }: { group: NoticeGroup } & Picking) {
  const { t } = useTranslation('notices')
  const { open, exists } = useScreen()
  const { busy, read } = useRead()
  const language = usePreferences(({ language }) => language)
  const [notice] = group
  const { messageType, createdAt, level } = notice
  const business = knownBusiness(notice.businessType)
  const title = titleOf(group, language)
  const unread = isUnread(notice)
  const ids = group.map(({ id }) => id)
  const isPicked = ids.every(id => picked.has(id))
  const grants = useSession(({ grants }) => grants)
  const link = linkOf(notice, exists, grants)
  const toggle = () => {
    const others = [...picked].filter(id => !ids.includes(id))
    setPicked(new Set(isPicked ? others : [...others, ...ids]))
  }
  const follow = () => {
    if (unread) void readQuietly(ids)
    if (link) open(link)
  }
  return (
    <li data-unread={unread}>
      <Checkbox
        aria-label={t($ => $.pick, { title })}
        checked={isPicked && unread}
        disabled={!unread}
        onChange={toggle}
      />
      <span className="notice-title row gap-25">
        <NoticeSign level={level} unread={unread} />
        {link ? (
          <button type="button" onClick={follow}>
            {title}
          </button>
        ) : (
          <span>{title}</span>
        )}
        {notice.places && <Places places={notice.places} />}
        {earlierIn(group) > 0 && <Earlier group={group} />}
      </span>
      <span className="notice-kind">
        <span>
          {t($ => $.kinds[messageType])}
          {business && <small>{t($ => $.businessTypes[business])}</small>}
        </span>
        <MuteKind notice={notice} />
      </span>
      <span className="notice-when">
        {notice.alarm?.isCleared && <span>{t($ => $.cleared)}</span>}
        {unread && (
          <Button type="text" size="small" disabled={busy} onClick={() => void read(ids)}>
            {t($ => $.readOne)}
          </Button>
        )}
        <Age at={createdAt} />
      </span>
    </li>
  )
}

/** The houses that the title only counts. */
function Places({ places }: { places: readonly string[] }) {
  const { t } = useTranslation('notices')
  const language = usePreferences(({ language }) => language)
  return (
    <details className="notice-places">
      <summary>{t($ => $.places, { count: places.length })}</summary>
      {places.join(language === 'zh-CN' ? '、' : ', ')}
    </details>
  )
}

/** Mutes the kind of a message where it can be, or hears of it again. */
function MuteKind({ notice: { businessType, isMuted } }: { notice: FoldedNotice }) {
  const { t } = useTranslation('notices')
  const mute = useMute()
  const kind = mutableKind(businessType)
  if (!kind) return null
  const name = t($ => $.businessTypes[kind])
  const Sign = isMuted ? BellOff : Bell
  return (
    <Button
      type="text"
      size="small"
      icon={<Sign size={15} aria-hidden />}
      aria-label={isMuted ? t($ => $.mute.unmute, { name }) : t($ => $.mute.mute, { name })}
      aria-pressed={isMuted}
      onClick={() => mute(kind, !isMuted)}
    />
  )
}

/** How many messages a row stands for besides those it names; opened, what they say. */
function Earlier({ group }: { group: NoticeGroup }) {
  const { t } = useTranslation('notices')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="notice-places" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t($ => $.earlier, { count: earlierIn(group) })}</summary>
      {isOpen && group.map(({ id, count }) => count > 1 && <Alike key={id} of={id} />)}
    </details>
  )
}

/** Messages about the same thing as another, the newest first. */
function Alike({ of }: { of: string }) {
  const asked = useQuery({
    queryKey: [notices.list.path, 'like', of],
    queryFn: () => call(notices.list, { query: { like: of, sort: '-createdAt', size: 100 } }),
  })
  return (
    <Known of={[asked]}>
      {() => (
        <ul>
          {asked.data?.items
            .filter(({ id }) => id !== of)
            .map(({ id, title, createdAt }) => (
              <li key={id} className="split">
                <span>{title}</span>
                <Age at={createdAt} />
              </li>
            ))}
        </ul>
      )}
    </Known>
  )
}
