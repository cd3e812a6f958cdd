import { Form, type FormItemProps } from 'antd'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { Changes } from './changes.ts'

/** What the fields of a form need to know of it. */
export const FormChanges = createContext<{ base: object; changes: Changes }>({ base: {}, changes: {} })

interface Props extends FormItemProps {
  name: string
  /** How a value reads, where it is not its own word. */
  wordOf?: (value: unknown) => string
}

/** A field that shows when it was changed, and what it was. */
export function FormField({ name, wordOf, extra, className = '', ...item }: Props) {
  const { t } = useTranslation('components')
  const { base, changes } = useContext(FormChanges)
  const isChanged = name in changes
  const before = (base as Readonly<Record<string, unknown>>)[name]
  const isSayable = wordOf !== undefined || typeof before === 'string' || typeof before === 'number'
  const was =
    before === undefined || before === null || before === '' || !isSayable ? null : (wordOf ?? String)(before)
  return (
    <Form.Item
      {...item}
      name={name}
      className={isChanged ? `${className} form-changed` : className}
      extra={isChanged && was !== null ? t($ => $.was, { value: was }) : extra}
    />
  )
}
