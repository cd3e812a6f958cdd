import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { articles } from '#shared/contracts/articles.ts'
import { type QuestionDetail, questions } from '#shared/contracts/questions.ts'
import { questionStates } from '#shared/questions.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { namedIn } from '#web/components/answers/named-in.ts'
import type { Opened } from '#web/components/list/use-opened.ts'
import { Conversation } from '#web/components/records/conversation.tsx'
import { RecordPanel } from '#web/components/records/record-panel.tsx'
import { TicketAbout } from '#web/components/records/ticket-about.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { faqDraftOf } from './faq-draft.ts'
import { markOfQuestion } from './question-mark.ts'

/** A question beside the list: question and answers, and a field to reply. */
export function QuestionPanel({ id, opened }: { id: string; opened: Opened }) {
  const { t } = useTranslation('questions')
  const words = {
    reply: t($ => $.reply),
    replyHint: t($ => $.replyHint),
    send: t($ => $.send),
    moreHint: t($ => $.moreHint),
    soon: t($ => $.soon),
  }
  return (
    <RecordPanel
      opened={opened}
      path={questions.get.path}
      id={id}
      read={() => call(questions.get, { params: { id } })}
      noun={t($ => $.question)}
      title={({ number }) => number}
      says={question => <Facts question={question} />}
    >
      {question => (
        <>
          <Conversation asked={question} contract={questions} words={words} named={namedIn(question)} />
          <ToFaq key={question.id} question={question} />
        </>
      )}
    </RecordPanel>
  )
}

function Facts({ question }: { question: QuestionDetail }) {
  const language = usePreferences(({ language }) => language)
  const { standing, customer, house, device } = question
  return (
    <>
      <StateWord state={markOfQuestion[standing]}>{questionStates[standing][language]}</StateWord>
      <TicketAbout customer={customer} house={house} device={device} />
    </>
  )
}

/** Makes an FAQ draft from the conversation, and opens it in the editor; once made, links there. */
function ToFaq({ question }: { question: QuestionDetail }) {
  const { t } = useTranslation('questions')
  const { open, exists } = useScreen()
  const { submit, busy } = useSubmit({
    success: t($ => $.drafted),
  })
  const mayOpen = useMayCall(articles.faq.get)
  if (question.standing !== 'replied' || !exists(paths.faqEditors)) return null
  const show = (id: string) => open(hrefOf(paths.faqEditors, { id }))
  const { faqId } = question
  if (faqId) return mayOpen ? <Button onClick={() => show(faqId)}>{t($ => $.openFaq)}</Button> : null
  const draft = () =>
    submit(async () => show((await call(articles.faq.create, { body: faqDraftOf(question) })).id))
  return (
    <ActionButton endpoint={articles.faq.create} loading={busy} onClick={() => void draft()}>
      {t($ => $.toFaq)}
    </ActionButton>
  )
}
