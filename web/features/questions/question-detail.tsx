import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { type QuestionDetail, questions } from '#shared/contracts/questions.ts'
import { STAFF } from '#shared/permissions.ts'
import { questionStates } from '#shared/questions.ts'
import { type Entry, TICKET_TEXT, ticketPictures } from '#shared/tickets.ts'
import { Docked } from '#web/components/list/docked.tsx'
import type { Opened } from '#web/components/list/use-opened.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { Thread, WriteToThread } from '#web/components/records/thread.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { markOfQuestion } from './question-mark.ts'

/** A question beside the list: what was asked and answered, and a field to go on. */
export function QuestionPanel({ id, opened }: { id: string; opened: Opened }) {
  const { t } = useTranslation('questions')
  const { data, error, refetch } = useQuery({
    queryKey: [questions.get.path, id],
    queryFn: () => call(questions.get, { params: { id } }),
  })
  return (
    <Docked
      opened={opened}
      title={data?.number ?? t($ => $.question)}
      says={data && <Facts question={data} />}
    >
      {data ? (
        <Talk question={data} />
      ) : error ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
    </Docked>
  )
}

function Facts({ question }: { question: QuestionDetail }) {
  const language = usePreferences(({ language }) => language)
  const { standing, customer, house, device } = question
  const about = [customer, house?.name, device?.name].filter(Boolean).join(' · ')
  return (
    <>
      <StateWord state={markOfQuestion[standing]}>{questionStates[standing][language]}</StateWord>
      {about && ` · ${about}`}
    </>
  )
}

function Talk({ question }: { question: QuestionDetail }) {
  const { t } = useTranslation('questions')
  const isStaff = useSession(({ user }) => user?.kind === STAFF)
  const { id, text, entries, standing } = question
  const step = isStaff ? questions.reply : questions.more
  // The question itself is the first thing that was written.
  const said: Entry[] = entries.map(entry => (entry.step === 'create' ? { ...entry, text } : entry))
  return (
    <>
      <Thread entries={said} />
      {!isStaff && standing === 'waiting' && <p className="question-soon">{t($ => $.soon)}</p>}
      <WriteToThread
        endpoint={step}
        label={isStaff ? t($ => $.reply) : t($ => $.send)}
        hint={isStaff ? t($ => $.replyHint) : t($ => $.moreHint)}
        most={TICKET_TEXT}
        pictures={ticketPictures.most}
        send={(text, pictures) => call(step, { params: { id }, body: { text, pictures } })}
        touches={[questions.list.path]}
      />
    </>
  )
}
