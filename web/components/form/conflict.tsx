import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '../later.tsx'
import { useScreen } from '../screen-context.tsx'
import { changesOf } from './changes.ts'
import { useWordOf } from './form-names.ts'

interface Props {
  yours: object
  current: object
  labels: Readonly<Record<string, string>>
  busy: boolean
  keepYours: () => void
  takeCurrent: () => void
  close: () => void
}

/** Two people changed the same row: what each wrote, side by side, and whose stays. */
export function Conflict({ yours, current, labels, busy, keepYours, takeCurrent, close }: Props) {
  const { t } = useTranslation('components')
  const mine = yours as Readonly<Record<string, unknown>>
  const theirs = current as Readonly<Record<string, unknown>>
  const differing = Object.keys(changesOf(theirs, mine)).filter(name => name in labels)
  const wordOf = useWordOf()
  useFocusBack()
  return (
    <Modal
      open
      title={t($ => $.conflictTitle)}
      onCancel={close}
      getContainer={useScreen().frame}
      mask={{ closable: false }}
      closable={{ 'aria-label': t($ => $.close) }}
      footer={
        <div className="dialog-foot">
          <Button onClick={close}>{t($ => $.keepEditing)}</Button>
          <Button onClick={takeCurrent}>{t($ => $.takeCurrent)}</Button>
          <Button type="primary" loading={busy} onClick={keepYours}>
            {t($ => $.keepYours)}
          </Button>
        </div>
      }
    >
      <p>{t($ => $.conflictSays)}</p>
      <table className="conflict">
        <thead>
          <tr>
            <th>{t($ => $.conflictField)}</th>
            <th>{t($ => $.conflictYours)}</th>
            <th>{t($ => $.conflictCurrent)}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(name => (
            <tr key={name}>
              <th>{labels[name]}</th>
              <td>{wordOf(mine[name], name)}</td>
              <td>{wordOf(theirs[name], name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  )
}
