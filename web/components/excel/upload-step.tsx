import { Button } from 'antd'
import { Download, FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#shared/endpoint.ts'
import { IMPORT_BYTES, IMPORT_ROWS, READING_ROWS } from '#shared/limits.ts'
import { CallError, call } from '#web/data/client.ts'
import { openFile, startImport } from '#web/data/jobs.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { StateMark } from '../state-mark.tsx'

interface Props {
  endpoint: Endpoint
  template: Endpoint | undefined
  /** Files of any layout are taken, text files among them. */
  ownFiles: boolean
  /** They hold readings of another system. */
  isReadings: boolean
  query: Readonly<Record<string, string>> | undefined
  uploaded: (jobId: string) => void
}

const MEGABYTE = 1024 * 1024

/** The template, and the upload of the filled-in file. */
export function UploadStep({ endpoint, template, ownFiles, isReadings, query, uploaded }: Props) {
  const { t } = useTranslation('excel')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const [fault, setFault] = useState<string | null>(null)
  const [sending, setSending] = useState<string | null>(null)
  const most = endpoint.takesUpTo ?? IMPORT_BYTES
  const size = most / MEGABYTE
  const rows = (isReadings ? READING_ROWS : IMPORT_ROWS).toLocaleString(language)

  const attempt = async (work: () => Promise<void>) => {
    setFault(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.message || word($ => $.noAnswer))
    } finally {
      setSending(null)
    }
  }
  const send = (file: File) => {
    const isKind = ownFiles ? /\.(xlsx|csv|txt)$/i : /\.xlsx$/i
    if (!isKind.test(file.name)) return setFault(ownFiles ? t($ => $.notTable) : t($ => $.notXlsx))
    if (file.size > most) return setFault(t($ => $.tooLarge, { size }))
    setSending(file.name)
    void attempt(async () => uploaded((await startImport(endpoint, file, query)).id))
  }
  const fetchTemplate = () =>
    template && attempt(async () => openFile((await call(template)) as { name: string; url: string }))

  return (
    <div className="import-upload">
      {!isReadings && (
        <section>
          <h3>{t($ => $.templateTitle)}</h3>
          <p>{t($ => $.templateSays)}</p>
          {template && (
            <Button icon={<Download size={15} aria-hidden />} onClick={() => void fetchTemplate()}>
              {t($ => $.template)}
            </Button>
          )}
        </section>
      )}
      <section>
        <h3>{t($ => $.fileTitle)}</h3>
        <p>
          {isReadings
            ? t($ => $.readings.fileSays, { rows, size })
            : ownFiles
              ? t($ => $.ownFileSays, { rows, size })
              : t($ => $.fileSays, { rows, size })}
        </p>
        <DropZone busy={sending} send={send} accept={ownFiles ? '.xlsx,.csv,.txt' : '.xlsx'} />
        {fault && (
          <p role="alert" className="import-fault">
            <StateMark state="alarm" /> {fault}
          </p>
        )}
      </section>
    </div>
  )
}

interface DropProps {
  busy: string | null
  accept: string
  send: (file: File) => void
}

/** A place to drop the file, plus a button for everybody else. */
function DropZone({ busy, accept, send }: DropProps) {
  const { t } = useTranslation('excel')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const id = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && busy === null) send(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the button is everybody's
    <div
      className="import-drop"
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileSpreadsheet size={28} strokeWidth={1.5} aria-hidden />
      <label htmlFor={id} className="visually-hidden">
        {t($ => $.choose)}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        className="visually-hidden"
        tabIndex={-1}
        onChange={event => {
          const [file] = event.target.files ?? []
          // The same file, corrected, may be chosen again.
          event.target.value = ''
          if (file) send(file)
        }}
      />
      <Button type="primary" loading={busy !== null} onClick={() => input.current?.click()}>
        {busy === null ? t($ => $.choose) : t($ => $.uploading, { name: busy })}
      </Button>
      <span className="caption">{t($ => $.drop)}</span>
    </div>
  )
}
