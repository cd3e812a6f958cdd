import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreen } from '../screen-context.tsx'

interface Props {
  title: ReactNode
  width: number
  /** How many fields differ from what is stored. */
  count: number
  opened: (isOpen: boolean) => void
  close: () => void
  /** The button that saves; null if there is nothing to save. */
  saving: ReactNode
  children: ReactNode
}

/** A form of a few fields; its footer says how many are unsaved. */
export function FormModal({ title, width, count, opened, close, saving, children }: Props) {
  const { t } = useTranslation('components')
  const screen = useScreen()
  return (
    <Modal
      open
      title={title}
      width={width}
      onCancel={close}
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
          {saving === null ? (
            <Button type="primary" onClick={close}>
              {t($ => $.close)}
            </Button>
          ) : (
            <>
              <Button onClick={close}>{t($ => $.cancel)}</Button>
              {saving}
            </>
          )}
        </div>
      }
    >
      {children}
    </Modal>
  )
}
