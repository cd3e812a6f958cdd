import { Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import type { Endpoint } from '#shared/endpoint.ts'
import { IMAGE_BYTES } from '#shared/limits.ts'
import { announce } from '#web/data/announcements.ts'
import { useMayCall } from '#web/data/session.ts'
import { later } from '../later.tsx'
import { useSubmit } from '../use-submit.ts'
import './picture-field.css'

const CropDialog = later(() => import('./crop-dialog.tsx').then(of => of.CropDialog))

/** Texts about the picture. */
export interface PictureWords {
  choose: string
  remove: string
  saved: string
  removed: string
  /** What may be chosen, and what happens to it. */
  hint: string
  wrong: string
  crop: string
  use: string
  zoom: string
}

export interface PictureUse {
  words: PictureWords
  /** A person gets a circle, a logo a square with room around it. */
  shape: 'circle' | 'square'
  /** Stores the bytes of the small JPEG; fails as `call` does. */
  save: (body: Uint8Array) => Promise<unknown>
}

interface Props extends PictureUse {
  /** The endpoint that stores it; users who may not call it only see the picture. */
  endpoint: Endpoint
  /** The current picture, or its substitute. */
  children: ReactNode
  /** Removes the picture; null while there is none. */
  remove: (() => Promise<unknown>) | null
}

/** SVG is refused: it has no fixed size and may contain scripts. */
const isPicture = ({ type, size }: File) =>
  size <= IMAGE_BYTES && type.startsWith('image/') && type !== 'image/svg+xml'

/** A picture that is cropped to a square in the browser before it is sent. */
export function PictureField({ endpoint, children, remove, ...use }: Props) {
  const { words } = use
  const mayChange = useMayCall(endpoint)
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const { busy, submit } = useSubmit({ success: words.removed })
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    if (isPicture(chosen)) setFile(chosen)
    else announce({ kind: 'error', title: words.wrong, text: words.hint })
  }
  if (!mayChange) return <div className="picture-field">{children}</div>
  return (
    <div className="picture-field">
      {children}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={words.choose}
        onChange={({ target }) => {
          choose(target.files?.[0])
          target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>{words.choose}</Button>
      {remove && (
        <Button type="text" loading={busy} onClick={() => void submit(remove)}>
          {words.remove}
        </Button>
      )}
      <p>{words.hint}</p>
      {file && <CropDialog {...use} file={file} close={() => setFile(null)} />}
    </div>
  )
}
