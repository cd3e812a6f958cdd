import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Reviewed } from './pasted.ts'

/** Asks what is to become of comments and tracked changes: true when the text is taken as it reads without them. */
export function useReviewQuestion(): (reviewed: Reviewed) => Promise<boolean> {
  const { t } = useTranslation('rich-text')
  const { modal } = App.useApp()
  return ({ comments, changes }) =>
    new Promise(answer => {
      modal.confirm({
        title: t($ => $.reviewed.title),
        content: t($ => $.reviewed.says, { comments, changes }),
        okText: t($ => $.reviewed.accept),
        cancelText: t($ => $.reviewed.keep),
        onOk: () => answer(true),
        onCancel: () => answer(false),
      })
    })
}
