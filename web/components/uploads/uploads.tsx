import { Button } from 'antd'
import { ArrowLeft, AudioLines, Camera, FileText, Image, Paperclip, RotateCw, X } from 'lucide-react'
import { type LiHTMLAttributes, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownFile } from '#shared/contracts/files.ts'
import { type FileUse, fileTypes } from '#shared/files.ts'
import { isKept } from '#web/data/offline/kept-files.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { later } from '../later.tsx'
import { useIsPhone } from '../use-phone.ts'
import { Playback } from './playback.tsx'
import { sizeOf, useFiles } from './use-files.ts'
import { isWaiting, useUploads, type Waiting } from './use-uploads.ts'
import './uploads.css'

const Recorder = later(() => import('./recorder.tsx').then(file => file.Recorder))

interface Props {
  use: FileUse
  most: number
  /** What is chosen without network is kept in this browser: for forms that are kept there themselves. */
  keeps?: boolean
  id?: string
  value?: readonly string[]
  onChange?: (ids: string[]) => void
}

const endingsOf = (use: FileUse): string =>
  Object.values(fileTypes[use])
    .flat()
    .map(ending => `.${ending}`)
    .join(',')

const ACCEPTS = {
  picture: 'image/*',
  attachment: endingsOf('attachment'),
  // Phones offer their camera and what they have filmed only for kinds.
  recording: `audio/*,video/*,${endingsOf('recording')}`,
}
const ICONS = { picture: Image, attachment: Paperclip, recording: AudioLines }
const NONE: readonly string[] = []

/** The form field for pictures, attachments or recordings: chosen, taken with a phone's camera, recorded, dropped or pasted. */
export function Uploads({ use, most, keeps = false, id, value = NONE, onChange = () => undefined }: Props) {
  const { t } = useTranslation('uploads')
  const isPhone = useIsPhone()
  const [isOver, setOver] = useState(false)
  const { waiting, kept, add, remove, again, canRepeat } = useUploads({
    use,
    most,
    ids: value,
    change: onChange,
    keeps,
  })
  const known = useFiles(value.filter(each => !isWaiting(each) && !kept.has(each)))
  const isFull = value.length >= most
  const Icon = ICONS[use]
  const dragged = useRef<string | null>(null)
  const moveTo = (id: string, place: number) =>
    onChange(value.filter(each => each !== id).toSpliced(place, 0, id))
  const drop = (files: FileList | undefined) => {
    setOver(false)
    if (!isFull && files?.length) add([...files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button
    <div
      className="uploads"
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        drop(event.dataTransfer.files)
      }}
      onPaste={event => drop(event.clipboardData.files)}
    >
      {value.length > 0 && (
        <ul className={use === 'picture' ? 'uploads-tiles' : 'uploads-rows'}>
          {value.map((each, i) => (
            <Entry
              key={each}
              order={
                use === 'picture' && value.length > 1
                  ? {
                      draggable: true,
                      onDragStart: () => {
                        dragged.current = each
                      },
                      onDrop: event => {
                        const moved = dragged.current
                        dragged.current = null
                        // Otherwise it is a file from outside.
                        if (moved === null) return
                        event.preventDefault()
                        event.stopPropagation()
                        setOver(false)
                        moveTo(moved, i)
                      },
                      onDragEnd: () => {
                        dragged.current = null
                      },
                    }
                  : undefined
              }
              forward={use === 'picture' && i > 0 ? () => moveTo(each, i - 1) : undefined}
              use={use}
              file={kept.get(each) ?? known.get(each)}
              waiting={waiting.get(each)}
              again={canRepeat(each) ? () => again(each) : undefined}
              remove={() => remove(each)}
            />
          ))}
        </ul>
      )}
      {!isFull && (
        <div className="uploads-add">
          {use === 'picture' && isPhone && (
            <Choose
              use={use}
              add={add}
              camera
              icon={<Camera size={16} aria-hidden />}
              label={t($ => $.camera)}
            />
          )}
          {use === 'recording' && <Recorder add={add} />}
          <Choose
            use={use}
            add={add}
            id={id}
            icon={<Icon size={16} aria-hidden />}
            label={t($ => $.uses[use].choose)}
          />
          <span className="uploads-says">{t($ => $.uses[use].says, { most })}</span>
        </div>
      )}
    </div>
  )
}

interface ChooseProps {
  use: FileUse
  add: (files: File[]) => void
  icon: React.ReactNode
  label: string
  id?: string | undefined
  camera?: boolean
}

function Choose({ use, add, icon, label, id, camera = false }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={!camera}
        accept={ACCEPTS[use]}
        aria-label={label}
        {...(camera && { capture: 'environment' })}
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button id={id} icon={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}

interface EntryProps {
  use: FileUse
  file: ShownFile | undefined
  waiting: Waiting | undefined
  again: (() => void) | undefined
  remove: () => void
  /** Pictures are ordered by dragging, or by moving one in front of its predecessor. */
  order: LiHTMLAttributes<HTMLLIElement> | undefined
  forward: (() => void) | undefined
}

function Entry({ use, file, waiting, again, remove, order, forward }: EntryProps) {
  const { t } = useTranslation('uploads')
  const language = usePreferences(({ language }) => language)
  const name = file?.name ?? waiting?.name ?? ''
  return (
    <li className="uploads-entry row" data-wrong={waiting?.problem ? true : undefined} {...order}>
      {use === 'picture' && file ? (
        <img src={file.small ?? file.url} alt={name} draggable={false} />
      ) : (
        <FileText size={18} aria-hidden className="uploads-sign" />
      )}
      <span className="uploads-name" title={name}>
        {name}
        {file && <small>{sizeOf(file.size, language)}</small>}
        {file && isKept(file.id) && <small>{t($ => $.keptHere)}</small>}
        {waiting?.problem && <small role="alert">{waiting.problem}</small>}
        {use === 'recording' && file && <Playback file={file} />}
      </span>
      {waiting && waiting.problem === null && (
        <progress value={waiting.share} aria-label={t($ => $.sending, { name })} />
      )}
      {waiting?.problem && again && (
        <button type="button" className="uploads-do" aria-label={t($ => $.again, { name })} onClick={again}>
          <RotateCw size={15} aria-hidden />
        </button>
      )}
      <button type="button" className="uploads-do" aria-label={t($ => $.remove, { name })} onClick={remove}>
        <X size={15} aria-hidden />
      </button>
      {forward && (
        <button
          type="button"
          className="uploads-do uploads-forward"
          aria-label={t($ => $.forward, { name })}
          onClick={forward}
        >
          <ArrowLeft size={15} aria-hidden />
        </button>
      )}
    </li>
  )
}
