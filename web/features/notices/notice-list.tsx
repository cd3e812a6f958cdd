import { Button, Checkbox, Pagination, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Notice } from '#shared/contracts/notices.ts'
import { NoRows } from '#web/components/list/list-states.tsx'
import type { List } from '#web/components/list/use-list.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Age } from '#web/components/time.tsx'
import { linkOf } from './notice-link.ts'
import { NoticeSign } from './notice-sign.tsx'
import { readQuietly, useRead } from './use-read.ts'

interface Picking {
  picked: ReadonlySet<string>
  setPicked: (picked: ReadonlySet<string>) => void
}

/** The messages with what is picked of them, and what the list says instead of them. */
export function NoticeList({ list, picked, setPicked }: { list: List<Notice> } & Picking) {
  const { t } = useTranslation('notices')
  if (list.error && list.rows.length === 0) return <LoadProblem error={list.error} retry={list.refetch} />
  if (list.isLoading) return <Skeleton active paragraph={{ rows: 8 }} className="notice-waiting" />
  if (list.rows.length === 0)
    return <NoRows list={list} title={t($ => $.emptyTitle)} says={t($ => $.emptySays)} />
  const unread = list.rows.filter(({ readAt }) => readAt === null)
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
        {list.rows.map(notice => (
          <Row key={notice.id} notice={notice} picked={picked} setPicked={setPicked} />
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

function Row({ notice, picked, setPicked }: { notice: Notice } & Picking) {
  const { t } = useTranslation('notices')
  const { open, exists } = useScreen()
  const { busy, read } = useRead()
  const { id, title, readAt, messageType, createdAt } = notice
  const link = linkOf(notice, exists)
  const toggle = () => {
    const next = new Set(picked)
    if (!next.delete(id)) next.add(id)
    setPicked(next)
  }
  const follow = () => {
    if (readAt === null) void readQuietly(id)
    if (link) open(link)
  }
  return (
    <li data-unread={readAt === null}>
      <Checkbox
        aria-label={t($ => $.pick, { title })}
        checked={picked.has(id) && readAt === null}
        disabled={readAt !== null}
        onChange={toggle}
      />
      <span className="notice-title">
        <NoticeSign notice={notice} />
        {link ? (
          <button type="button" onClick={follow}>
            {title}
          </button>
        ) : (
          <span>{title}</span>
        )}
      </span>
      <span className="notice-kind">{t($ => $.kinds[messageType])}</span>
      <span className="notice-when">
        {readAt === null && (
          <Button type="text" size="small" disabled={busy} onClick={() => void read([id])}>
            {t($ => $.readOne)}
          </Button>
        )}
        <Age at={createdAt} />
      </span>
    </li>
  )
}
