import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSubmit } from './use-submit.ts'

interface Question {
  title: string
  /** What is lost with it. */
  says: string
  /** The label of the button that does it. */
  ok: string
}

/** Asks before a destructive change, and reports how it ended. */
export function useConfirmed(options: { success: string }) {
  const { t } = useTranslation('components')
  const { modal } = App.useApp()
  const { submit } = useSubmit(options)
  return ({ title, says, ok }: Question, change: () => Promise<unknown>): void =>
    void modal.confirm({
      title,
      content: says,
      okText: ok,
      cancelText: t($ => $.cancel),
      onOk: () => submit(change),
    })
}
