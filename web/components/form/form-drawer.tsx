import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreen } from '../screen-context.tsx'
import { StateWord } from '../state-mark.tsx'
import './form-drawer.css'

interface Props {
  title: string
  beside: ReactNode
  close: () => void
  foot: ReactNode
  children: ReactNode
}

/** A form with many fields, at the side of the list it came from. */
export function FormDrawer({ title, beside, close, foot, children }: Props) {
  const { t } = useTranslation('components')
  return (
    <Drawer
      open
      className="form-drawer"
      size={912}
      title={
        <span className="form-drawer-title">
          {title}
          {beside}
        </span>
      }
      onClose={close}
      getContainer={useScreen().frame}
      mask={{ closable: false }}
      closable={{ placement: 'end', 'aria-label': t($ => $.close) }}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      footer={foot}
    >
      {children}
    </Drawer>
  )
}

interface FootProps {
  /** Fields with an error, and fields that were changed. */
  faults: number
  changes: number
  toFirst: () => void
  discard: () => void
  close: () => void
  /** The button that saves. */
  children: ReactNode
}

/** What stands between the form and its being saved, and the ways out of it. */
export function FormDrawerFoot({ faults, changes, toFirst, discard, close, children }: FootProps) {
  const { t } = useTranslation('components')
  return (
    <div className="dialog-foot">
      <span className="dialog-foot-says form-drawer-says" role="status">
        {faults > 0 && <StateWord state="alarm">{t($ => $.faults, { count: faults })}</StateWord>}
        {changes > 0 && <span>{t($ => $.unsaved, { count: changes })}</span>}
        {faults > 0 && (
          <Button type="link" size="small" onClick={toFirst}>
            {t($ => $.toFirstFault)}
          </Button>
        )}
      </span>
      {changes > 0 ? (
        <Button onClick={discard}>{t($ => $.discardChanges, { count: changes })}</Button>
      ) : (
        <Button onClick={close}>{t($ => $.cancel)}</Button>
      )}
      {children}
    </div>
  )
}
