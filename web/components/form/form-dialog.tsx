import { Button, Form, Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreen } from '../screen-context.tsx'
import { useDiscardQuestion } from '../use-discard-question.ts'
import { useIsPhone } from '../use-phone.ts'
import { useSubmit } from '../use-submit.ts'
import { useUnsaved } from '../use-unsaved.ts'
import { changesOf } from './changes.ts'
import { Conflict } from './conflict.tsx'
import { type DrawerTab, FormDrawer, FormDrawerFoot, type Steps } from './form-drawer.tsx'
import { FormChanges } from './form-field.tsx'
import { FormNames, type Named } from './form-names.ts'
import { type FormSection, Sections } from './form-sections.tsx'
import { type Base, useBase } from './use-base.ts'
import './form-dialog.css'

interface Props<V extends object> {
  title: ReactNode
  width?: number
  /** What the form starts from. */
  initial: Partial<V>
  /** Of the row that is changed: the one that `initial` is from. */
  version?: number
  /**
   * Saves; `version` is the one to change, which after a conflict is the one that was seen there, and `stored` what it has in
   * the fields.
   */
  save: (values: V, version: number | undefined, stored: Partial<V>) => Promise<unknown>
  /** Paths of endpoints whose cached answers the change makes old. */
  touches: readonly string[]
  success: string
  close: () => void
  /** What follows after success; closing unless something else does. */
  saved?: () => void
  /** Names of the fields, for comparing after a conflict; without them it is only said. */
  labels?: Readonly<Record<string, string>>
  /** Takes the row of a conflict, where there is nothing to compare: whoever opened the form says what it is now, and why. */
  conflict?: (current: unknown, why: string) => void
  /** The word on the button, where it does more than save. */
  doing?: string
  /**
   * The row of a conflict as values of this form; without it the row's own fields are compared. Null: it has become something
   * that this form is not for, which is only said.
   */
  valuesOf?: (current: never) => Partial<V> | null
  /** Names of the rows that the row of a conflict refers to; the pickers of the form know only their own choices. */
  namesOf?: (current: never) => readonly Named[]
  /** The fields: {@link FormField}. */
  children?: ReactNode
  /** Of a form with many fields: it is a drawer then, with a list of its sections and how many errors each has. */
  sections?: readonly FormSection[]
  /** Beside the title of a drawer, such as the state of the row. */
  beside?: ReactNode
  /** Of a drawer: what else is known of the row, the name of the form's own tab, and which one shows ('' the form). */
  tabs?: { form: string; others: readonly DrawerTab[]; tab: string; show: (tab: string) => void }
  /** Of a drawer: the ways to the rows beside this one; with unsaved changes they ask first. */
  steps?: Steps
  /** Whoever may only read it, or has nothing left to do with it: all they can do is close it. */
  readOnly?: boolean
}

/** What is typed into, or chosen from. */
const FIELD = ':is(input, textarea):not(:disabled, [type="hidden"])'

/** A key that is still held from opening the form is no wish to save it. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat && event.target instanceof HTMLInputElement)
    event.preventDefault()
}

/** A form that loses nothing: it marks and counts what changed, asks before it closes, and compares after a conflict. */
export function FormDialog<V extends object>(props: Props<V>) {
  const { title, width = 520, save, touches, success, close, labels, children, sections } = props
  const { tabs, steps, readOnly = false } = props
  const { t } = useTranslation('components')
  const isPhone = useIsPhone()
  const screen = useScreen()
  const [form] = Form.useForm<V>()
  const id = useId()
  const root = useRef<HTMLElement>(null)
  const now = { values: props.initial, version: props.version }
  const { base, changes, setChanges, goOnFrom } = useBase(form, now)
  const [current, setCurrent] = useState<(Base<V> & { by: string | undefined }) | null>(null)
  const [faulty, setFaulty] = useState<readonly string[]>([])
  const [names] = useState(() => new Map<string, string>())
  // What cannot be saved any more is not asked about.
  const count = readOnly ? 0 : Object.keys(changes).length
  const noteSaved = useUnsaved(count > 0)
  const asked = useAsked(count > 0)
  const askAndClose = asked(close)
  const { busy, submit } = useSubmit({
    touches,
    success,
    form,
    ...(props.conflict && { conflict: props.conflict }),
    ...(labels && {
      conflict: (row: unknown, _why: string, by: string | undefined) => {
        const values = props.valuesOf ? props.valuesOf(row as never) : (row as Partial<V>)
        if (!values) return false
        for (const { value, label } of props.namesOf?.(row as never) ?? []) names.set(value, label)
        setCurrent({ values, version: (row as { version?: number }).version, by })
        return true
      },
    }),
  })
  const noteFaults = () =>
    setFaulty(form.getFieldsError().flatMap(({ name, errors }) => (errors.length > 0 ? String(name[0]) : [])))
  const store = async (values: V, onto: Base<V>) => {
    if (!(await submit(() => save(values, onto.version, onto.values)))) return noteFaults()
    noteSaved()
    ;(props.saved ?? close)()
  }
  const marks = useMemo(() => {
    const put = (name: string, value: unknown) => {
      form.setFields([{ name: name as never, value: value as never, errors: [], touched: true }])
      setChanges(changesOf(base.values, form.getFieldsValue()))
      setFaulty(faulty => faulty.filter(each => each !== name))
    }
    // What a new row is proposed to begin with, it never was.
    return { base: base.version === undefined ? {} : base.values, changes, faulty, put }
  }, [form, base, changes, setChanges, faulty])
  // Whoever opened it goes on typing; on a phone that would bring up the keyboard unasked.
  const opened = (isOpen: boolean) => {
    const fields = root.current
    if (!isOpen || isPhone || fields?.contains(document.activeElement)) return
    fields?.querySelector<HTMLElement>(FIELD)?.focus({ preventScroll: true })
  }
  const content = (
    <>
      <Form
        ref={of => {
          root.current = of?.nativeElement ?? null
        }}
        id={id}
        form={form}
        // What is wrong is said by the rules, in the reader's language.
        noValidate
        layout="vertical"
        // Fields for a thumb.
        size={isPhone ? 'large' : 'middle'}
        requiredMark={false}
        disabled={readOnly}
        scrollToFirstError={{ focus: true, block: 'center' }}
        onKeyDown={ignoreHeldEnter}
        initialValues={props.initial}
        onValuesChange={(_, values) => setChanges(changesOf(base.values, values))}
        onFieldsChange={noteFaults}
        onFinishFailed={noteFaults}
        onFinish={values => void store(values, base)}
      >
        <FormChanges value={marks}>
          {sections ? <Sections sections={sections} faulty={faulty} /> : children}
        </FormChanges>
      </Form>
      {current && labels && (
        <Conflict
          base={base.values}
          yours={form.getFieldsValue()}
          current={current.values}
          by={current.by}
          labels={labels}
          busy={busy}
          keepYours={merged => {
            setCurrent(null)
            goOnFrom(current, merged)
            void store(merged as V, current)
          }}
          takeCurrent={() => {
            setCurrent(null)
            goOnFrom(current, current.values)
          }}
          close={() => setCurrent(null)}
        />
      )}
    </>
  )
  // The form's own button, though it stands beside it: Enter in a field of one line is as good as pressing it.
  const saving = (
    <Button type="primary" htmlType="submit" form={id} loading={busy}>
      {props.doing ?? t($ => $.save)}
    </Button>
  )
  const dialog = sections ? (
    <FormDrawer
      title={title}
      close={askAndClose}
      beside={props.beside}
      opened={opened}
      tabs={tabs}
      steps={
        steps && {
          previous: steps.previous && asked(steps.previous),
          next: steps.next && asked(steps.next),
        }
      }
      foot={
        readOnly ? null : (
          <FormDrawerFoot
            faults={faulty.length}
            changes={count}
            toFirst={() => form.scrollToField(faulty[0], { block: 'center', focus: true })}
            discard={() => goOnFrom(base, { ...form.getFieldsValue(), ...changes })}
            close={close}
          >
            {saving}
          </FormDrawerFoot>
        )
      }
    >
      {content}
    </FormDrawer>
  ) : (
    <Modal
      open
      title={title}
      width={width}
      onCancel={askAndClose}
      afterOpenChange={opened}
      getContainer={screen.frame}
      style={{ top: 40 }}
      mask={{ closable: false }}
      closable={{ 'aria-label': t($ => $.close) }}
      footer={
        <div className="dialog-foot">
          <span className="dialog-foot-says" role="status">
            {count > 0 && t($ => $.unsaved, { count })}
          </span>
          {readOnly ? (
            <Button type="primary" onClick={close}>
              {t($ => $.close)}
            </Button>
          ) : (
            <>
              <Button onClick={askAndClose}>{t($ => $.cancel)}</Button>
              {saving}
            </>
          )}
        </div>
      }
    >
      {content}
    </Modal>
  )
  return <FormNames value={names}>{dialog}</FormNames>
}

/** Asks before what would lose unsaved input. */
function useAsked(unsaved: boolean): (act: () => void) => () => void {
  const { t } = useTranslation('components')
  const question = useDiscardQuestion()
  return act => () => {
    if (!unsaved) return act()
    question(
      {
        title: t($ => $.discardAsk),
        content: t($ => $.discardSays),
        okText: t($ => $.discard),
        cancelText: t($ => $.keepEditing),
      },
      act,
    )
  }
}
