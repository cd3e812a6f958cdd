import { Button, Drawer } from 'antd'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/data/preferences.ts'
import { useScreen } from '../screen-context.tsx'
import { StateWord } from '../state-mark.tsx'
import './drawer-tabs.css'
import './form-drawer.css'

/** Further information about the row, in a tab beside its form. */
export interface DrawerTab {
  key: string
  title: string
  /** How many items it has. */
  count?: number
  content: () => ReactNode
}

/** The rows before and after this one in its list. */
export interface Steps {
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

interface Props {
  title: ReactNode
  beside: ReactNode
  close: () => void
  /** Called once the drawer has opened or closed. */
  opened: (isOpen: boolean) => void
  foot: ReactNode
  /** Name of the form's own tab, and the others; `tab` is the one that shows, '' the form's. */
  tabs: { form: string; others: readonly DrawerTab[]; tab: string; show: (tab: string) => void } | undefined
  steps: Steps | undefined
  children: ReactNode
}

/** A form with many fields, at the side of its list. */
export function FormDrawer({ title, beside, close, opened, foot, tabs, steps, children }: Props) {
  const { t } = useTranslation('components')
  const shown = tabs?.others.find(({ key }) => key === tabs.tab)
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
      extra={steps && <StepButtons steps={steps} />}
      onClose={close}
      afterOpenChange={opened}
      getContainer={useScreen().frame}
      mask={{ closable: false }}
      closable={{ placement: 'end', 'aria-label': t($ => $.close) }}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      footer={shown ? null : foot}
    >
      {tabs && <TabRow {...tabs} />}
      {/* The form stays mounted: input is not lost by looking at another tab. */}
      <div className="form-drawer-content" hidden={shown !== undefined}>
        {children}
      </div>
      {shown && <div className="form-drawer-content form-drawer-tab">{shown.content()}</div>}
    </Drawer>
  )
}

function TabRow({ form, others, tab, show }: NonNullable<Props['tabs']>) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const all = [{ key: '', title: form, count: undefined }, ...others]
  return (
    <nav className="form-drawer-tabs row stretch gap-6" aria-label={t($ => $.tabs)}>
      {all.map(({ key, title, count }) => (
        <button
          key={key}
          type="button"
          aria-current={key === tab ? 'page' : undefined}
          onClick={() => show(key)}
        >
          {title} {count !== undefined && <span className="num">{count.toLocaleString(language)}</span>}
        </button>
      ))}
    </nav>
  )
}

function StepButtons({ steps: { previous, next } }: { steps: Steps }) {
  const { t } = useTranslation('components')
  return (
    <span className="form-drawer-steps">
      <Button
        type="text"
        icon={<ChevronUp size={17} aria-hidden />}
        aria-label={t($ => $.previousRow)}
        disabled={!previous}
        onClick={previous}
      />
      <Button
        type="text"
        icon={<ChevronDown size={17} aria-hidden />}
        aria-label={t($ => $.nextRow)}
        disabled={!next}
        onClick={next}
      />
    </span>
  )
}

interface FootProps {
  /** Fields with an error, and changed fields. */
  faults: number
  changes: number
  toFirst: () => void
  discard: () => void
  close: () => void
  /** The button that saves. */
  children: ReactNode
}

/** What is still to do before the form is saved, and the ways out of it. */
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
