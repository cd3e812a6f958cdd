import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreen } from '#web/components/screen-context.tsx'

interface Props {
  title: string
  /** px */
  size: number
  close: () => void
  /** Buttons at the bottom. */
  foot: ReactNode
  children: ReactNode
}

/** A drawer over a settings screen. */
export function SettingsDrawer({ title, size, close, foot, children }: Props) {
  const { t } = useTranslation('settings')
  return (
    <Drawer
      open
      className="send-drawer"
      size={size}
      title={title}
      onClose={close}
      getContainer={useScreen().frame}
      closable={{ placement: 'end', 'aria-label': t($ => $.close) }}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      footer={<div className="send-foot">{foot}</div>}
    >
      {children}
    </Drawer>
  )
}
