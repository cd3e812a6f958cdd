import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { missingIn } from '#shared/rich-text.ts'
import { RichTextEditor } from './rich-text-editor.tsx'

interface Props {
  /** The field of the form. */
  name: string
  label: string
  lang: string
}

/** A text in a form. It cannot be saved while something of it is missing. */
export function RichTextItem({ name, label, lang }: Props) {
  const { t } = useTranslation('rich-text')
  const isWhole = (_: unknown, html: string | undefined) => {
    const count = missingIn(html ?? '')
    return count === 0 ? Promise.resolve() : Promise.reject(new Error(t($ => $.missing, { count })))
  }
  return (
    <Form.Item name={name} label={label} rules={[{ validator: isWhole }]}>
      <RichTextEditor label={label} lang={lang} />
    </Form.Item>
  )
}
