import type { Editor } from '@tiptap/react'
import { useEditorState } from '@tiptap/react'
import {
  Bold,
  CircleAlert,
  Film,
  Heading2,
  Heading3,
  ImagePlus,
  Info,
  Italic,
  Lightbulb,
  Link,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Table,
  Undo2,
} from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Callout } from '#shared/rich-text.ts'
import { MenuButton } from '../menu-button.tsx'

interface Props {
  editor: Editor
  label: string
  insert: (files: File[]) => void
  insertVideo: (file: File) => void
}

const SIZE = 16
const ADDRESS = /^(https?:\/\/|mailto:|tel:|\/)/

/** The editing tools; arrows and Tab reach every button. */
export function Toolbar({ editor, label, insert, insertVideo }: Props) {
  const { t } = useTranslation('rich-text')
  const input = useRef<HTMLInputElement>(null)
  const videoInput = useRef<HTMLInputElement>(null)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      h2: now.isActive('heading', { level: 2 }),
      h3: now.isActive('heading', { level: 3 }),
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      list: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      link: now.isActive('link'),
      table: now.isActive('table'),
    }),
  })
  const run = () => editor.chain().focus()
  const callout = (kind: Callout) => () =>
    editor.isActive('callout', { kind })
      ? run().lift('callout').run()
      : run().wrapIn('callout', { kind }).run()
  const link = () => {
    if (on.link) return run().unsetLink().run()
    const href = window.prompt(t($ => $.address))?.trim() ?? ''
    return ADDRESS.test(href) ? run().setLink({ href }).run() : false
  }
  const tools: readonly [keyof typeof words, ReactNode, () => unknown, boolean?][] = [
    [
      'h2',
      <Heading2 key="i" size={SIZE} aria-hidden />,
      () => run().toggleHeading({ level: 2 }).run(),
      on.h2,
    ],
    [
      'h3',
      <Heading3 key="i" size={SIZE} aria-hidden />,
      () => run().toggleHeading({ level: 3 }).run(),
      on.h3,
    ],
    ['bold', <Bold key="i" size={SIZE} aria-hidden />, () => run().toggleBold().run(), on.bold],
    ['italic', <Italic key="i" size={SIZE} aria-hidden />, () => run().toggleItalic().run(), on.italic],
    ['list', <List key="i" size={SIZE} aria-hidden />, () => run().toggleBulletList().run(), on.list],
    [
      'numbers',
      <ListOrdered key="i" size={SIZE} aria-hidden />,
      () => run().toggleOrderedList().run(),
      on.numbers,
    ],
    ['quote', <Quote key="i" size={SIZE} aria-hidden />, () => run().toggleBlockquote().run(), on.quote],
    ['note', <Info key="i" size={SIZE} aria-hidden />, callout('note')],
    ['tip', <Lightbulb key="i" size={SIZE} aria-hidden />, callout('tip')],
    ['danger', <CircleAlert key="i" size={SIZE} aria-hidden />, callout('danger')],
    ['link', <Link key="i" size={SIZE} aria-hidden />, link, on.link],
    ['picture', <ImagePlus key="i" size={SIZE} aria-hidden />, () => input.current?.click()],
    ['video', <Film key="i" size={SIZE} aria-hidden />, () => videoInput.current?.click()],
  ]
  const words = {
    h2: t($ => $.h2),
    h3: t($ => $.h3),
    bold: t($ => $.bold),
    italic: t($ => $.italic),
    list: t($ => $.list),
    numbers: t($ => $.numbers),
    quote: t($ => $.quote),
    note: t($ => $.note),
    tip: t($ => $.tip),
    danger: t($ => $.danger),
    link: t($ => $.link),
    picture: t($ => $.picture),
    video: t($ => $.video),
  }
  const table = [
    {
      key: 'insert',
      label: t($ => $.table.insert),
      run: () => run().insertTable({ rows: 3, cols: 3 }).run(),
    },
    { key: 'row', label: t($ => $.table.row), run: () => run().addRowAfter().run() },
    { key: 'column', label: t($ => $.table.column), run: () => run().addColumnAfter().run() },
    { key: 'lessRow', label: t($ => $.table.lessRow), run: () => run().deleteRow().run() },
    { key: 'lessColumn', label: t($ => $.table.lessColumn), run: () => run().deleteColumn().run() },
    { key: 'remove', label: t($ => $.table.remove), run: () => run().deleteTable().run() },
  ]
  return (
    <div
      className="rich-text-tools row wrap stretch gap-05"
      role="toolbar"
      aria-label={t($ => $.tools, { label })}
    >
      {tools.map(([name, icon, act, isOn]) => (
        <Tool key={name} label={words[name]} act={act} {...(isOn !== undefined && { isOn })}>
          {icon}
        </Tool>
      ))}
      <MenuButton
        button={
          <button
            type="button"
            aria-label={t($ => $.table.title)}
            title={t($ => $.table.title)}
            aria-haspopup="menu"
          >
            <Table size={SIZE} aria-hidden />
          </button>
        }
        menu={{
          items: table
            .filter(({ key }) => on.table || key === 'insert')
            .map(({ key, label: word, run: act }) => ({ key, label: word, onClick: () => void act() })),
        }}
      />
      <Tool label={t($ => $.undo)} act={() => run().undo().run()}>
        <Undo2 size={SIZE} aria-hidden />
      </Tool>
      <Tool label={t($ => $.redo)} act={() => run().redo().run()}>
        <Redo2 size={SIZE} aria-hidden />
      </Tool>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/*"
        aria-label={t($ => $.picture)}
        onChange={({ target }) => {
          insert([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <input
        ref={videoInput}
        type="file"
        hidden
        accept="video/mp4"
        aria-label={t($ => $.video)}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) insertVideo(file)
          target.value = ''
        }}
      />
    </div>
  )
}

interface ToolProps {
  label: string
  act: () => unknown
  isOn?: boolean
  children: ReactNode
}

function Tool({ label, act, isOn, children }: ToolProps) {
  return (
    <button type="button" aria-label={label} title={label} aria-pressed={isOn} onClick={() => void act()}>
      {children}
    </button>
  )
}
