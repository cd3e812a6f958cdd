import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { HistoryDetail } from '#shared/contracts/opera-history.ts'
import { type FieldChange, isEmpty } from './changes.ts'
import { useFieldWords } from './use-field-words.ts'
import './diff.css'

interface Props {
  entry: Pick<HistoryDetail, 'module' | 'words'>
  changes: readonly FieldChange[]
}

/** Before and after, field by field: struck through and bold, no colours, which are for states. */
export function Diff({ entry, changes }: Props) {
  const { t } = useTranslation('opera-history')
  const words = useFieldWords(entry.module, entry.words)
  const said = (field: string, value: unknown) =>
    isEmpty(value) ? <span className="diff-empty">{t($ => $.empty)}</span> : words.value(field, value)
  return (
    <table className="diff">
      <thead>
        <tr>
          <th scope="col">{t($ => $.field)}</th>
          <th scope="col">{t($ => $.before)}</th>
          <th scope="col">{t($ => $.after)}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after, isSecret }) => (
          <tr key={field}>
            <th scope="row">{words.label(field)}</th>
            {isSecret ? (
              <td colSpan={2} className="diff-secret">
                <Lock size={14} aria-hidden /> {t($ => $.secret)}
              </td>
            ) : (
              <>
                <td>{isEmpty(before) ? said(field, before) : <del>{said(field, before)}</del>}</td>
                <td>{isEmpty(after) ? said(field, after) : <ins>{said(field, after)}</ins>}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
