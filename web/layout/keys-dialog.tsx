import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import './palette.css'

const COMMAND = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** Every key that means something beyond its usual meaning in a browser. */
const keys = [
  { name: 'search', keys: [[COMMAND, 'K']] },
  { name: 'help', keys: [['?']] },
  { name: 'close', keys: [['Esc']] },
  { name: 'rows', keys: [['↑'], ['↓']] },
  { name: 'open', keys: [['Enter']] },
  { name: 'calendar', keys: [['↓']] },
  { name: 'month', keys: [['Page Up'], ['Page Down']] },
] as const

/** The keys of the product, shown by `?`. */
export function KeysDialog({ close }: { close: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal open onCancel={close} footer={null} width={460} title={t($ => $.keys.title)}>
      <dl className="keys">
        {keys.map(({ name, keys }) => (
          <div key={name}>
            <dt>{t($ => $.keys[name])}</dt>
            <dd>
              {keys.map(pressed => (
                <span key={pressed.join()}>
                  {pressed.map(key => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
