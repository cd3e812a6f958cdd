import { Checkbox, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Statement } from '#shared/contracts/service-statement.ts'
import { ServiceStatement } from './service-statement.tsx'
import './agree.css'

/** The checkbox for the service statement, which opens below it. */
export function Agree({ statement }: { statement: Statement }) {
  const { t } = useTranslation('components')
  const [isShown, show] = useState(false)
  const agreed = (_: unknown, value: unknown) =>
    value === true ? Promise.resolve() : Promise.reject(new Error(t($ => $.agree.first)))
  return (
    <>
      <Form.Item name="agreed" valuePropName="checked" rules={[{ validator: agreed }]}>
        <Checkbox>{t($ => $.agree.says)}</Checkbox>
      </Form.Item>
      <button
        type="button"
        className="agree-statement"
        aria-expanded={isShown}
        onClick={() => show(!isShown)}
      >
        {t($ => $.agree.statement, { version: statement.version })}
      </button>
      {isShown && <ServiceStatement statement={statement} />}
    </>
  )
}
