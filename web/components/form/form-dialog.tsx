import { Button, Form } from 'antd'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../use-phone.ts'
import { changesOf } from './changes.ts'
import { Conflict } from './conflict.tsx'
import { type DrawerTab, FormDrawer, FormDrawerFoot, type Steps } from './form-drawer.tsx'
import { FormChanges } from './form-field.tsx'
import { FormModal } from './form-modal.tsx'
import { FormNames } from './form-names.ts'
import { type FormSection, Sections } from './form-sections.tsx'
import { type Edited, useEditing } from './use-editing.ts'
import './form-dialog.css'

interface Props<V extends object> extends Edited<V> {
  title: ReactNode
  width?: number
  /** The label of the button, where it does more than save. */
  doing?: string
  /** The fields: {@link FormField}. */
  children?: ReactNode
  /** For a form with many fields: makes it a drawer with a list of its sections and the number of errors in each. */
  sections?: readonly FormSection[]
  /** Beside the title of a drawer, such as the state of the row. */
  beside?: ReactNode
  /** In a drawer: other tabs about the row, the name of the form's own tab, and which one shows ('' is the form). */
  tabs?: { form: string; others: readonly DrawerTab[]; tab: string; show: (tab: string) => void }
  /** In a drawer: ways to the neighbouring rows; with unsaved changes they ask first. */
  steps?: Steps
}

/** Anything to type into or choose from. */
const FIELD = ':is(input, textarea):not(:disabled, [type="hidden"])'

/** A key still held from opening the form does not mean to save it. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat && event.target instanceof HTMLInputElement)
    event.preventDefault()
}

/** A form that loses no input: it marks and counts changes, asks before closing, and compares after a conflict. */
export function FormDialog<V extends object>(props: Props<V>) {
  const { title, width = 520, close, labels, children, sections } = props
  const { tabs, steps, readOnly = false } = props
  const { t } = useTranslation('components')
  const isPhone = useIsPhone()
  const id = useId()
  const root = useRef<HTMLElement>(null)
  const editing = useEditing(props)
  const { form, base, changes, count, faulty, busy, current, asked, goOn, goOnFrom, noteFaults, store } =
    editing
  const askAndClose = asked(close)
  // Focus a field, so that the user can go on typing; on a phone that would bring up the keyboard unasked.
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
        // Its fields keep their labels beside a form of another tab with fields of the same names.
        name={id}
        form={form}
        // Errors come from the rules, in the reader's language.
        noValidate
        layout="vertical"
        // Fields big enough for a thumb.
        size={isPhone ? 'large' : 'middle'}
        requiredMark={false}
        disabled={readOnly}
        scrollToFirstError={{ focus: true, block: 'center' }}
        onKeyDown={ignoreHeldEnter}
        initialValues={props.initial}
        onValuesChange={(_, values) => editing.setChanges(changesOf(base.values, values))}
        onFieldsChange={noteFaults}
        onFinishFailed={noteFaults}
        onFinish={values => void store(values, base)}
      >
        <FormChanges value={editing.marks}>
          {sections ? <Sections sections={sections} faulty={faulty} /> : children}
        </FormChanges>
      </Form>
      {current && labels && (
        <Conflict
          base={base.values}
          yours={form.getFieldsValue()}
          current={current.values}
          {...{ labels, busy }}
          by={current.by}
          keepYours={merged => {
            goOn(merged)
            void store(merged as V, current)
          }}
          takeCurrent={() => goOn(current.values)}
          close={() => editing.setCurrent(null)}
        />
      )}
    </>
  )
  // The form's submit button, though it stands outside: Enter in a single-line field presses it.
  const saving = (
    <Button type="primary" htmlType="submit" form={id} loading={busy}>
      {props.doing ?? t($ => $.save)}
    </Button>
  )
  const foot = (
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
      foot={readOnly ? null : foot}
    >
      {content}
    </FormDrawer>
  ) : (
    <FormModal {...{ title, width, count, opened }} close={askAndClose} saving={readOnly ? null : saving}>
      {content}
    </FormModal>
  )
  return <FormNames value={editing.names}>{dialog}</FormNames>
}
