import { Button, Input } from 'antd'
import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Named } from '#shared/answer-templates.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { STAFF } from '#shared/permissions.ts'
import { type Entry, ticketPictures, ticketRecordings } from '#shared/tickets.ts'
import { useMayCall } from '#web/data/session.ts'
import { AnswerTemplates, openByKey } from '../answers/answer-templates.tsx'
import { Age } from '../time.tsx'
import { Recordings } from '../uploads/recordings.tsx'
import { Pictures } from '../uploads/shown-files.tsx'
import { Uploads } from '../uploads/uploads.tsx'
import { useSubmit } from '../use-submit.ts'
import { useUnsaved } from '../use-unsaved.ts'
import './thread.css'

/** Messages about a record, oldest first; one's own aligned right, the provider's with its name. */
export function Thread({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('components')
  return (
    <ol className="thread" aria-label={t($ => $.thread.title)}>
      {entries
        .filter(({ text, pictures, papers }) => text !== null || pictures.length + papers.length > 0)
        .map(({ id, by, at, kind, isMine, text, pictures, papers }) => (
          <li key={id} data-mine={isMine || undefined}>
            <span className="thread-by">
              <b>{isMine ? t($ => $.thread.you) : by}</b>
              {kind === STAFF && !isMine && <span>{t($ => $.thread.provider)}</span>}
              <Age at={at} />
            </span>
            {text && <p>{text}</p>}
            <Pictures ids={pictures} />
            <Recordings ids={papers} />
          </li>
        ))}
    </ol>
  )
}

interface Message {
  text: string
  pictures: string[]
  recordings: string[]
}

interface WriteProps {
  /** The step that adds to the thread; hidden from users who may not take it. */
  endpoint: Endpoint
  label: string
  hint: string
  most: number
  /** What the record is about, where staff may insert templates. */
  named?: Named | undefined
  send: (message: Message) => Promise<unknown>
}

/** Writes to the thread; the input stays until the message has arrived. */
export function WriteToThread({ endpoint, label, hint, most, named, send }: WriteProps) {
  const place = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<string[]>([])
  const [recordings, setRecordings] = useState<string[]>([])
  const { busy, submit } = useSubmit()
  // A picture of the fault, or its sound, says enough.
  const isEmpty = text.trim() === '' && pictures.length + recordings.length === 0
  useUnsaved(!isEmpty)
  if (!useMayCall(endpoint)) return null
  const sendNow = async () => {
    if (!(await submit(() => send({ text: text.trim(), pictures, recordings })))) return
    setText('')
    setPictures([])
    setRecordings([])
  }
  return (
    <div ref={place} className="thread-write">
      <Input.TextArea
        aria-label={hint}
        placeholder={hint}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={most}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (openByKey(event, place.current)) event.preventDefault()
        }}
      />
      {named && (
        <AnswerTemplates named={named} insert={more => setText(written => withMore(written, more, most))} />
      )}
      <Uploads use="picture" most={ticketPictures.most} value={pictures} onChange={setPictures} />
      <Uploads use="recording" most={ticketRecordings.most} value={recordings} onChange={setRecordings} />
      <Button
        type="primary"
        icon={<Send size={15} aria-hidden />}
        disabled={isEmpty}
        loading={busy}
        onClick={() => void sendNow()}
      >
        {label}
      </Button>
    </div>
  )
}

/** A text with a template below what is written already, as much of it as there is room for. */
const withMore = (written: string, more: string, most: number): string =>
  (written.trim() === '' ? more : `${written.trimEnd()}\n${more}`).slice(0, most)
