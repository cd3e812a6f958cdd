import { Form, type FormItemProps } from 'antd'
import { createContext, useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Changes } from './changes.ts'
import { useWordOf } from './form-names.ts'

/** What a form's fields need to know of it. */
export const FormChanges = createContext<{
  base: object
  changes: Changes
  /** Names of the faulty fields. */
  faulty?: readonly string[]
  /** Sets a field as if typed by the user. */
  put?: (name: string, value: unknown) => void
}>({ base: {}, changes: {} })

/** The section of a form around a field; its errors are counted per section. */
export const SectionOfFields = createContext<{ key: string; members: Map<string, string> } | null>(null)

/** Accepts any value. Only validating a field again clears the server's error on it. */
const anyValue = [{ validator: () => Promise.resolve() }]

/** A field that shows whether it was changed, and its old value. */
export function FormField({
  name,
  extra,
  className = '',
  rules = anyValue,
  ...item
}: FormItemProps & { name: string }) {
  const { t } = useTranslation('components')
  const { base, changes, faulty, put } = useContext(FormChanges)
  const section = useContext(SectionOfFields)
  useEffect(() => {
    section?.members.set(name, section.key)
  }, [section, name])
  const isChanged = name in changes
  const before = (base as Readonly<Record<string, unknown>>)[name]
  const wordOf = useWordOf()
  const isSayable = (typeof before === 'string' && before !== '') || typeof before === 'number'
  const was = isSayable ? wordOf(before, name) : null
  // A wrong value that was right before can be restored in one step.
  const isFaulty = faulty?.includes(name) === true
  return (
    <Form.Item
      {...item}
      rules={rules.length > 0 ? rules : anyValue}
      name={name}
      className={isChanged ? `${className} form-changed` : className}
      extra={
        isChanged && was !== null ? (
          <>
            {t($ => $.was, { value: was })}
            {isFaulty && (
              <button type="button" className="form-put-back" onClick={() => put?.(name, before)}>
                {t($ => $.putBack)}
              </button>
            )}
          </>
        ) : (
          extra
        )
      }
    />
  )
}
