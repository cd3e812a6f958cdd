import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type FieldChange, isEmpty } from './changes.ts'
import { useFieldWords } from './use-field-words.ts'
import './diff.css'

/** Before and after, field by field: struck and strong, no colours, which are for states. */
export function Diff({ module, changes }: { module: string; changes: readonly FieldChange[] }) {
  const { t } = useTranslation('opera-history')
  const words = useFieldWords(module)
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
