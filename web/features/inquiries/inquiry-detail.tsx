import { useTranslation } from 'react-i18next'
import { type InquiryDetail, inquiries } from '#shared/contracts/inquiries.ts'
import { inquiryStates } from '#shared/inquiries.ts'
import type { Opened } from '#web/components/list/use-opened.ts'
import { Conversation } from '#web/components/records/conversation.tsx'
import { Promised } from '#web/components/records/promised.tsx'
import { RecordPanel } from '#web/components/records/record-panel.tsx'
import { TicketAbout } from '#web/components/records/ticket-about.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { markOfInquiry } from './inquiry-mark.ts'
import { Quoted } from './quoted.tsx'
import './inquiries.css'

/** An inquiry beside the list: the goods asked for, the messages, and a field to reply. */
export function InquiryPanel({ id, opened }: { id: string; opened: Opened }) {
  const { t } = useTranslation('inquiries')
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
      path={inquiries.get.path}
      id={id}
      read={() => call(inquiries.get, { params: { id } })}
      noun={t($ => $.inquiry)}
      title={({ number }) => number}
      says={inquiry => <Facts inquiry={inquiry} />}
    >
      {inquiry => (
        <>
          <Goods lines={inquiry.lines} />
          <Quoted inquiry={inquiry} />
          <Conversation asked={inquiry} contract={inquiries} words={words} />
        </>
      )}
    </RecordPanel>
  )
}

function Facts({ inquiry }: { inquiry: InquiryDetail }) {
  const language = usePreferences(({ language }) => language)
  const { standing, customer, house, device, waitsSince } = inquiry
  return (
    <>
      <StateWord state={markOfInquiry[standing]}>{inquiryStates[standing][language]}</StateWord>
      <TicketAbout customer={customer} house={house} device={device} />
      {waitsSince && (
        <>
          {' · '}
          <Promised since={waitsSince} />
        </>
      )}
    </>
  )
}

function Goods({ lines }: { lines: InquiryDetail['lines'] }) {
  const { t } = useTranslation('inquiries')
  const language = usePreferences(({ language }) => language)
  if (lines.length === 0) return null
  return (
    <section className="inquiry-goods">
      <h3>{t($ => $.goods)}</h3>
      <ul>
        {lines.map(({ name, quantity }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else
          <li key={i}>
            <span>{name}</span>
            <b className="num">× {quantity.toLocaleString(language)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
