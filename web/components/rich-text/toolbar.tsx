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
  type LucideIcon,
  Quote,
  Redo2,
  Scaling,
  Subscript,
  Superscript,
  Table,
  Undo2,
} from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { figureSizes } from '#shared/rich-text.ts'
import { MenuButton } from '../menu-button.tsx'
import { useLineQuestion } from './use-line-question.tsx'

const SIZE = 16
const ADDRESS = /^(https?:\/\/|mailto:|tel:|\/)/

type Chain = ReturnType<Editor['chain']>

/** A tool for the selected text, pressed while that stands in the given node or mark. */
const textTool = <Name extends string>(
  name: Name,
  icon: LucideIcon,
  act: (chain: Chain) => Chain,
  within?: string,
  attributes?: { level: number },
) => ({ name, icon, act, within, attributes })

const textTools = [
  textTool('h2', Heading2, chain => chain.toggleHeading({ level: 2 }), 'heading', { level: 2 }),
  textTool('h3', Heading3, chain => chain.toggleHeading({ level: 3 }), 'heading', { level: 3 }),
  textTool('bold', Bold, chain => chain.toggleBold(), 'bold'),
  textTool('italic', Italic, chain => chain.toggleItalic(), 'italic'),
  textTool('sub', Subscript, chain => chain.toggleMark('sub'), 'sub'),
  textTool('sup', Superscript, chain => chain.toggleMark('sup'), 'sup'),
  textTool('list', List, chain => chain.toggleBulletList(), 'bulletList'),
  textTool('numbers', ListOrdered, chain => chain.toggleOrderedList(), 'orderedList'),
  textTool('quote', Quote, chain => chain.toggleBlockquote(), 'blockquote'),
  textTool('note', Info, chain => chain.toggleWrap('callout', { kind: 'note' })),
  textTool('tip', Lightbulb, chain => chain.toggleWrap('callout', { kind: 'tip' })),
  textTool('danger', CircleAlert, chain => chain.toggleWrap('callout', { kind: 'danger' })),
]

const tableTools = [
  ['insert', chain => chain.insertTable({ rows: 3, cols: 3 })],
  ['row', chain => chain.addRowAfter()],
  ['column', chain => chain.addColumnAfter()],
  ['lessRow', chain => chain.deleteRow()],
  ['lessColumn', chain => chain.deleteColumn()],
  ['remove', chain => chain.deleteTable()],
] as const satisfies readonly [string, (chain: Chain) => Chain][]

interface OfEditor {
  editor: Editor
}
interface Props extends OfEditor {
  label: string
  insert: (files: File[]) => void
  insertVideo: (file: File) => void
}

/** The editing tools; arrows and Tab reach every button. */
export function Toolbar({ editor, label, insert, insertVideo }: Props) {
  const { t } = useTranslation('rich-text')
  return (
    <div
      className="rich-text-tools row wrap stretch gap-05"
      role="toolbar"
      aria-label={t($ => $.tools, { label })}
    >
      {textTools.map(tool => (
        <TextTool key={tool.name} editor={editor} tool={tool} />
      ))}
      <LinkTool editor={editor} />
      <FileTool label={t($ => $.picture)} icon={ImagePlus} accept="image/*" multiple take={insert} />
      <FileTool
        label={t($ => $.video)}
        icon={Film}
        accept="video/mp4"
        take={([file]) => file && insertVideo(file)}
      />
      <PictureMenu editor={editor} />
      <TableMenu editor={editor} />
      <Tool label={t($ => $.undo)} icon={Undo2} act={() => editor.chain().focus().undo().run()} />
      <Tool label={t($ => $.redo)} icon={Redo2} act={() => editor.chain().focus().redo().run()} />
    </div>
  )
}

function TextTool({ editor, tool }: OfEditor & { tool: (typeof textTools)[number] }) {
  const { t } = useTranslation('rich-text')
  const { name, icon, act, within, attributes } = tool
  const isOn = useEditorState({
    editor,
    selector: ({ editor: now }) => (within === undefined ? undefined : now.isActive(within, attributes)),
  })
  return (
    <Tool label={t($ => $[name])} icon={icon} isOn={isOn} act={() => act(editor.chain().focus()).run()} />
  )
}

function LinkTool({ editor }: OfEditor) {
  const { t } = useTranslation('rich-text')
  const isOn = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') })
  const ask = useLineQuestion()
  const act = async () => {
    if (isOn) return editor.chain().focus().unsetLink().run()
    const href = await ask({ title: t($ => $.address), isGood: line => ADDRESS.test(line) })
    return href !== null && editor.chain().focus().setLink({ href }).run()
  }
  return <Tool label={t($ => $.link)} icon={Link} isOn={isOn} act={act} />
}

interface FileToolProps {
  label: string
  icon: LucideIcon
  accept: string
  multiple?: boolean
  take: (files: File[]) => void
}

function FileTool({ label, icon, accept, multiple = false, take }: FileToolProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Tool label={label} icon={icon} act={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          take([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

/** How wide the chosen picture is, and what it shows, for those who cannot see it. */
function PictureMenu({ editor }: OfEditor) {
  const { t } = useTranslation('rich-text')
  const chosen = useEditorState({
    editor,
    selector: ({ editor: now }) => (now.isActive('figure') ? now.getAttributes('figure') : null),
  })
  const ask = useLineQuestion()
  if (!chosen) return null
  const set = (attributes: object) => void editor.chain().focus().updateAttributes('figure', attributes).run()
  const askAlt = async () => {
    const alt = await ask({ title: t($ => $.alt), start: String(chosen.alt) })
    if (alt !== null) set({ alt })
  }
  const title = t($ => $.sizes.title)
  return (
    <MenuButton
      button={
        <button type="button" aria-label={title} title={title} aria-haspopup="menu">
          <Scaling size={SIZE} aria-hidden />
        </button>
      }
      menu={{
        selectedKeys: [String(chosen.size)],
        items: [
          ...figureSizes.map(size => ({
            key: size,
            label: t($ => $.sizes[size]),
            onClick: () => set({ size }),
          })),
          { key: 'alt', label: t($ => $.alt), onClick: () => void askAlt() },
        ],
      }}
    />
  )
}

/** Outside a table it only inserts one. */
function TableMenu({ editor }: OfEditor) {
  const { t } = useTranslation('rich-text')
  const isInside = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('table') })
  const title = t($ => $.table.title)
  return (
    <MenuButton
      button={
        <button type="button" aria-label={title} title={title} aria-haspopup="menu">
          <Table size={SIZE} aria-hidden />
        </button>
      }
      menu={{
        items: tableTools
          .filter(([name]) => isInside || name === 'insert')
          .map(([name, act]) => ({
            key: name,
            label: t($ => $.table[name]),
            onClick: () => void act(editor.chain().focus()).run(),
          })),
      }}
    />
  )
}

interface ToolProps {
  label: string
  icon: LucideIcon
  act: () => unknown
  isOn?: boolean | undefined
}

function Tool({ label, icon: Icon, act, isOn }: ToolProps) {
  return (
    <button type="button" aria-label={label} title={label} aria-pressed={isOn} onClick={() => void act()}>
      <Icon size={SIZE} aria-hidden />
    </button>
  )
}
