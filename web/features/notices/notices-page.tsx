import { Button } from 'antd'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notices } from '#shared/contracts/notices.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { useUnread } from '#web/data/unread.ts'
import { MutedKinds } from './muted-kinds.tsx'
import { FILTERS, NoticeFilters } from './notice-filters.tsx'
import { NoticeList } from './notice-list.tsx'
import { isUnread } from './notice-sign.tsx'
import { useMailLink } from './use-mail-link.ts'
import { useRead } from './use-read.ts'
import './notices.css'

/** How often the list is read again, ms. */
const REREAD_MS = 30_000

/** `/notice-message`: the user's own messages. */
export function NoticesPage() {
  const { t } = useTranslation('notices')
  const list = useList(notices.folded, FILTERS, { everyMs: REREAD_MS })
  const { busy, read, readAll } = useRead()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const unread = useUnread()
  useMailLink()
  const chosen = list.rows.filter(row => picked.has(row.id) && isUnread(row))
  return (
    <div className="page">
      <div className="list-head">
        <div>
          <h1>{t($ => $.title)}</h1>
          <p className="num" aria-live="polite">
            {unread === 0 ? t($ => $.saysNone) : t($ => $.says, { unread })}
          </p>
        </div>
        <span className="notice-bulk row wrap stretch">
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
      <NoticeFilters list={list} />
      <MutedKinds />
      <section className="card notice-card" aria-busy={list.isFetching}>
        <NoticeList list={list} picked={picked} setPicked={setPicked} />
      </section>
    </div>
  )
}
NoticesPage.readAhead = listReadAhead(notices.folded, FILTERS)
