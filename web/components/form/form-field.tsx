import { Form, type FormItemProps } from 'antd'
import { createContext, useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Changes } from './changes.ts'
import { useWordOf } from './form-names.ts'

/** What the fields of a form need to know of it. */
export const FormChanges = createContext<{
  base: object
  changes: Changes
  /** Names of the fields that are wrong. */
  faulty?: readonly string[]
  /** Sets a field as if it were typed. */
  put?: (name: string, value: unknown) => void
}>({ base: {}, changes: {} })

/** The section of a form that a field stands in, which its errors are counted for. */
export const SectionOfFields = createContext<{ key: string; members: Map<string, string> } | null>(null)

/** Nothing is wrong with any value. Only checking a field again drops what the server found wrong with it. */
const anyValue = [{ validator: () => Promise.resolve() }]

/** A field that shows when it was changed, and what it was. */
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
  // A wrong value that was right before is repaired in one step.
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
