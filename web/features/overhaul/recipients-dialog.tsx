import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OverhaulPush, overhaulPushes } from '#shared/contracts/overhaul-pushes.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { HouseMoment } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { Missed } from './missed.tsx'
import { RecipientLine } from './recipient-line.tsx'
import './recipients.css'

const SIZE = 20
/** The latest times it was sent to choose from. */
const RUNS = 100

interface Props {
  push: OverhaulPush
  /** Its text. */
  name: string
  close: () => void
}

/** Whom a reminder was sent to at one of its times, by default the last, and what became of it by each way. */
export function RecipientsDialog({ push: { id, timeZone }, name, close }: Props) {
  const { t } = useTranslation('overhaul')
  const { t: word } = useTranslation('components')
  const { frame } = useScreen()
  const [chosen, setChosen] = useState<string>()
  const [page, setPage] = useState(1)
  const key = [overhaulPushes.list.path, id]
  const runs = useQuery({
    queryKey: [...key, 'runs'],
    queryFn: () => call(overhaulPushes.runs, { params: { id }, query: { size: RUNS } }),
  })
  const times = runs.data?.items ?? []
  const run = times.find(({ dueAt }) => dueAt === chosen) ?? times[0]
  const people = useQuery({
    queryKey: [...key, 'recipients', run?.dueAt, page],
    queryFn: () =>
      call(overhaulPushes.recipients, { params: { id }, query: { page, size: SIZE, dueAt: run?.dueAt } }),
    enabled: run !== undefined,
    placeholderData: before => before,
  })
  const error = runs.error ?? people.error
  const { data } = people
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / SIZE))
  const choose = (dueAt: string) => {
    setChosen(dueAt)
    setPage(1)
  }
  return (
    <Modal
      open
      width={640}
      title={`${t($ => $.recipients)} · ${name}`}
      getContainer={frame}
      onCancel={close}
      footer={<Button onClick={close}>{word($ => $.close)}</Button>}
    >
      {error && !data && (
        <LoadProblem error={error} retry={() => void (runs.error ? runs : people).refetch()} />
      )}
      {!error && !data && <Skeleton active paragraph={{ rows: 4 }} />}
      {times.length > 1 && (
        <Select
          className="recipients-run"
          aria-label={t($ => $.sentAt)}
          value={run?.dueAt ?? null}
          onChange={choose}
          options={times.map(({ dueAt }) => ({
            value: dueAt,
            label: <HouseMoment at={dueAt} timeZone={timeZone} />,
          }))}
        />
      )}
      {run && run.missed > 0 && <Missed count={run.missed} told={run.told} />}
      {data?.total === 0 && <p>{t($ => $.noResults)}</p>}
      <ul className="recipients" aria-busy={people.isFetching}>
        {data?.items.map(recipient => (
          <RecipientLine key={recipient.id} recipient={recipient} />
        ))}
      </ul>
      {pages > 1 && (
        <nav className="recipients-pages" aria-label={word($ => $.pages)}>
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {word($ => $.previousPage)}
          </Button>
          <span className="num">
            {page} / {pages}
          </span>
          <Button disabled={page === pages} onClick={() => setPage(page + 1)}>
            {word($ => $.nextPage)}
          </Button>
        </nav>
      )}
    </Modal>
  )
}
