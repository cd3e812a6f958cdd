import { Button, Checkbox, Pagination, Select, Skeleton } from 'antd'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageTypes, type Notice, notices } from '#shared/contracts/notices.ts'
import { severities } from '#shared/signals.ts'
import { NoRows } from '#web/components/list/list-states.tsx'
import { type List, readListAhead, useList } from '#web/components/list/use-list.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { type Search, useScreen } from '#web/components/screen-context.tsx'
import { Age } from '#web/components/time.tsx'
import { useLiveUnread } from '#web/data/live/live.ts'
import { linkOf } from './notice-link.ts'
import { NoticeSign } from './notice-sign.tsx'
import { useMessageNews } from './use-message-news.ts'
import { readQuietly, useRead } from './use-read.ts'
import './notices.css'

const REREAD_MS = 30_000

/** Filters of the address. */
const FILTERS = ['read', 'messageType', 'level']

/** `/notice-message`: one's own messages. */
export function NoticesPage() {
  const { t } = useTranslation('notices')
  const list = useList(notices.list, FILTERS, { everyMs: REREAD_MS })
  const { busy, read, readAll } = useRead()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const unread = useLiveUnread()
  useMessageNews()
  const chosen = list.rows.filter(({ id, readAt }) => picked.has(id) && readAt === null)
  return (
    <div className="page">
      <div className="list-head">
        <div>
          <h1>{t($ => $.title)}</h1>
          <p className="num" aria-live="polite">
            {unread === undefined ? '\u00a0' : unread === 0 ? t($ => $.saysNone) : t($ => $.says, { unread })}
          </p>
        </div>
        <span className="notice-bulk">
          {chosen.length > 0 && (
            <Button disabled={busy} onClick={() => void read(chosen.map(({ id }) => id))}>
              {t($ => $.readSome, { count: chosen.length })}
            </Button>
          )}
          <Button
            icon={<CheckCheck size={16} aria-hidden />}
            disabled={busy || unread === 0}
            onClick={() => void readAll()}
          >
            {t($ => $.readAll)}
          </Button>
        </span>
      </div>
      <Narrowing list={list} />
      <section className="card notice-card" aria-busy={list.isFetching}>
        <Messages list={list} picked={picked} setPicked={setPicked} />
      </section>
    </div>
  )
}
NoticesPage.readAhead = (search: Search) => readListAhead(notices.list, FILTERS, search)

function Narrowing({ list }: { list: List<Notice> }) {
  const { t } = useTranslation('notices')
  return (
    <div className="notice-filters">
      <Choice
        list={list}
        name="read"
        label={t($ => $.status)}
        options={(['unread', 'read'] as const).map(value => ({ value, label: t($ => $.statuses[value]) }))}
      />
      <Choice
        list={list}
        name="messageType"
        label={t($ => $.kind)}
        options={messageTypes.map(value => ({ value, label: t($ => $.kinds[value]) }))}
      />
      <Choice
        list={list}
        name="level"
        label={t($ => $.level)}
        options={severities.toReversed().map(value => ({ value, label: t($ => $.levels[value]) }))}
      />
    </div>
  )
}

interface ChoiceProps {
  list: List<Notice>
  name: string
  label: string
  options: { value: string; label: string }[]
}

/** One choice of a few; the first means any. */
function Choice({ list, name, label, options }: ChoiceProps) {
  const { t } = useTranslation('components')
  return (
    <Select
      aria-label={label}
      value={list.filters[name] ?? ''}
      onChange={value => list.setFilter({ [name]: value || undefined })}
      options={[{ value: '', label: `${label}: ${t($ => $.any)}` }, ...options]}
    />
  )
}

interface Picking {
  picked: ReadonlySet<string>
  setPicked: (picked: ReadonlySet<string>) => void
}

function Messages({ list, picked, setPicked }: { list: List<Notice> } & Picking) {
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
