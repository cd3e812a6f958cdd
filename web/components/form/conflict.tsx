import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '../later.tsx'
import { useScreen } from '../screen-context.tsx'
import { type Fields, mergeChanges } from './changes.ts'
import { useWordOf } from './form-names.ts'

interface Props {
  /** The fields as both found them. */
  base: object
  yours: object
  current: object
  /** Who stored `current`, if known. */
  by: string | undefined
  labels: Readonly<Record<string, string>>
  busy: boolean
  /** Applies your changes on top of what is stored. */
  keepYours: (merged: Fields) => void
  takeCurrent: () => void
  close: () => void
}

/**
 * Two people changed the same row: what each wrote, side by side, and whose to keep. Fields you left alone follow the other.
 */
export function Conflict({ base, yours, current, by, labels, busy, keepYours, takeCurrent, close }: Props) {
  const { t } = useTranslation('components')
  const was = base as Fields
  const mine = yours as Fields
  const theirs = current as Fields
  const merged = mergeChanges(base, yours, current)
  const disputed = merged.disputed.filter(name => name in labels)
  const followed = merged.followed.filter(name => name in labels)
  const wordOf = useWordOf()
  const rowsOf = (names: readonly string[], other: Fields) =>
    names.map(name => [labels[name], wordOf(other[name], name), wordOf(theirs[name], name)] as const)
  useFocusBack()
  return (
    <Modal
      open
      title={by ? t($ => $.conflictBy, { name: by }) : t($ => $.conflictTitle)}
      onCancel={close}
      getContainer={useScreen().frame}
      mask={{ closable: false }}
      closable={{ 'aria-label': t($ => $.close) }}
      footer={
        <div className="dialog-foot">
          <Button onClick={close}>{t($ => $.keepEditing)}</Button>
          <Button onClick={takeCurrent}>{t($ => $.takeCurrent)}</Button>
          <Button type="primary" loading={busy} onClick={() => keepYours(merged.values)}>
            {t($ => $.keepYours)}
          </Button>
        </div>
      }
    >
      <p>{disputed.length > 0 ? t($ => $.conflictSays) : t($ => $.conflictApart)}</p>
      <Compared rows={rowsOf(disputed, mine)} beside={t($ => $.conflictYours)} />
      {followed.length > 0 && <p className="conflict-followed">{t($ => $.conflictFollowed)}</p>}
      <Compared rows={rowsOf(followed, was)} beside={t($ => $.conflictBefore)} />
    </Modal>
  )
}

interface ComparedProps {
  /** Name of the field, the value beside it, and what is stored now. */
  rows: readonly (readonly [string | undefined, string, string])[]
  beside: string
}

function Compared({ rows, beside }: ComparedProps) {
  const { t } = useTranslation('components')
  if (rows.length === 0) return null
  return (
    <table className="conflict">
      <thead>
        <tr>
          <th scope="col">{t($ => $.conflictField)}</th>
          <th scope="col">{beside}</th>
          <th scope="col">{t($ => $.conflictCurrent)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, other, now]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{other}</td>
            <td>{now}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
