import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTENT_MAX } from '#shared/rich-text.ts'
import { useFiles } from '../uploads/use-files.ts'
import { CalloutNode } from './callout-node.ts'
import { FigureNode } from './figure-node.ts'
import { SubMark, SupMark } from './marks.ts'
import { MissingNode } from './missing-node.ts'
import {
  asAccepted,
  plainPaste,
  type Reviewed,
  reviewedIn,
  withPicturesOf,
  withPicturesSent,
} from './pasted.ts'
import { Toolbar } from './toolbar.tsx'
import { useReviewQuestion } from './use-review-question.ts'
import { useSentFiles } from './use-sent-files.ts'
import { VideoNode } from './video-node.ts'
import './rich-text.css'
import './rich-text-editor.css'

interface Props {
  /** The name of the text, for screen readers. */
  label: string
  lang: string
  value?: string
  onChange?: (html: string) => void
}

/** From this share of the limit on the writer is told before it is reached. */
const NEARLY_FULL = 0.8
const SIGNED = /(\/files\/[0-9a-z]{20})\?[^"]*/g
const PICTURES = /\/files\/([0-9a-z]{20})/g
const EMPTY = '<p></p>'
const EXTENSIONS = [
  StarterKit.configure({ heading: { levels: [2, 3, 4] }, link: { openOnClick: false } }),
  TableKit.configure({ table: { resizable: false } }),
  Image,
  SubMark,
  SupMark,
  FigureNode,
  MissingNode,
  CalloutNode,
  VideoNode,
]

const picturesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** What the editor writes of a table for itself. */
const OF_EDITOR = /<colgroup>.*?<\/colgroup>|(?<=<table) style="[^"]*"/g

/** A picture's signed address lasts for minutes; the permanent one is stored. */
const stored = (html: string) => (html === EMPTY ? '' : html.replace(SIGNED, '$1').replace(OF_EDITOR, ''))

/**
 * Edits a text with headings, lists, tables, pictures, videos, links and call-outs; pasting keeps these and nothing else.
 */
export function RichTextEditor({ label, lang, value = '', onChange }: Props) {
  const { t } = useTranslation('rich-text')
  const asks = useReviewQuestion()
  const last = useRef(value)
  const { arrived, sendPicture, sendVideo } = useSentFiles()
  const known = useFiles([...value.matchAll(PICTURES)].map(([, id]) => id ?? ''))

  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    editorProps: {
      attributes: {
        'aria-label': label,
        'aria-multiline': 'true',
        role: 'textbox',
        lang,
        class: 'rich-text',
      },
      transformPastedHTML: plainPaste,
      handlePaste: (_, event) => {
        const rtf = event.clipboardData?.getData('text/rtf') ?? ''
        const html = withPicturesOf(rtf, event.clipboardData?.getData('text/html') ?? '')
        const files = picturesOf(event.clipboardData)
        const reviewed = reviewedIn(html)
        if (reviewed.comments + reviewed.changes > 0 || html.includes('src="data:image/')) {
          void paste(html, reviewed)
          return true
        }
        if (html !== '' || files.length === 0) return false
        void insert(files)
        return true
      },
      handleDrop: (view, event) => {
        const files = picturesOf(event.dataTransfer)
        if (files.length === 0) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        const place = at && (at.inside >= 0 ? at.inside : at.pos)
        if (place !== null && place !== undefined) editor?.commands.setNodeSelection(place)
        void insert(files)
        return true
      },
    },
    onUpdate: ({ editor: now }) => {
      last.current = stored(now.getHTML())
      onChange?.(last.current)
    },
  })

  /** Takes what was pasted; what Word's comments and tracked changes are to become, its writer says first. */
  async function paste(html: string, reviewed: Reviewed): Promise<void> {
    const taken = reviewed.comments + reviewed.changes > 0 && (await asks(reviewed)) ? asAccepted(html) : html
    const clean = await withPicturesSent(plainPaste(taken), sendPicture, number =>
      t($ => $.pastedPicture, { number }),
    )
    // The line breaks in Word's HTML are not part of the text.
    editor?.commands.insertContent(clean, { parseOptions: { preserveWhitespace: false } })
  }
  async function insert(files: readonly File[]): Promise<void> {
    for (const file of files) {
      const src = await sendPicture(file)
      if (src) editor?.chain().focus().insertContent({ type: 'figure', attrs: { src } }).run()
    }
  }
  async function insertVideo(file: File): Promise<void> {
    const src = await sendVideo(file)
    if (src) editor?.chain().focus().insertContent({ type: 'video', attrs: { src } }).run()
  }

  // The value did not come from typing here: the form continued from another row.
  useEffect(() => {
    if (!editor || value === last.current) return
    last.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  // Pictures of a draft show once their addresses are known.
  useEffect(() => {
    if (!editor || known.size === 0) return
    const shown = stored(editor.getHTML()).replace(PICTURES, (address, id: string) =>
      (known.get(id)?.url ?? address).replaceAll('&', '&amp;'),
    )
    if (shown !== editor.getHTML()) editor.commands.setContent(shown, { emitUpdate: false })
  }, [editor, known])

  return (
    <div className="rich-text-editor">
      {editor && (
        <Toolbar
          editor={editor}
          label={label}
          insert={files => void insert(files)}
          insertVideo={file => void insertVideo(file)}
        />
      )}
      {arrived !== null && (
        <p className="rich-text-sending num" role="status">
          {t($ => $.sending, { share: Math.floor(arrived * 100) })}
        </p>
      )}
      <EditorContent editor={editor} />
      {value.length > NEARLY_FULL * CONTENT_MAX && (
        <p className="rich-text-sending num" role="status">
          {t($ => $.long, { count: value.length, limit: CONTENT_MAX })}
        </p>
      )}
    </div>
  )
}
