import type { Named } from '#shared/answer-templates.ts'
import type { Endpoint, Input } from '#shared/endpoint.ts'
import { STAFF } from '#shared/permissions.ts'
import { type Entry, TICKET_TEXT } from '#shared/tickets.ts'
import { call } from '#web/data/client.ts'
import { useSession } from '#web/data/session.ts'
import { Thread, WriteToThread } from './thread.tsx'
import './conversation.css'

interface Asked {
  id: string
  /** The original question. */
  text: string
  entries: readonly Entry[]
  standing: string
}

interface Props {
  asked: Asked
  contract: Readonly<Record<'list' | 'reply' | 'more', Endpoint>>
  /** Button and hint of the field, for the provider's staff and for the person who asked. */
  words: Readonly<Record<'reply' | 'replyHint' | 'send' | 'moreHint' | 'soon', string>>
  /** What it is about, where staff may insert answer templates. */
  named?: Named
}

/** Question and answers, with a field to continue: staff reply, others ask further. */
export function Conversation({ asked, contract, words, named }: Props) {
  const isStaff = useSession(({ user }) => user?.kind === STAFF)
  const { id, text, entries, standing } = asked
  const step = isStaff ? contract.reply : contract.more
  // The question comes first.
  const said = entries.map(entry => (entry.step === 'create' ? { ...entry, text } : entry))
  return (
    <>
      <Thread entries={said} />
      {!isStaff && standing === 'waiting' && <p className="conversation-soon">{words.soon}</p>}
      <WriteToThread
        endpoint={step}
        label={isStaff ? words.reply : words.send}
        hint={isStaff ? words.replyHint : words.moreHint}
        most={TICKET_TEXT}
        named={isStaff ? named : undefined}
        send={message => call(step, { params: { id }, body: message } as never as Input<Endpoint>)}
      />
    </>
  )
}
