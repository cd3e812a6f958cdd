import { useTranslation } from 'react-i18next'
import type { FaultyRow } from '#shared/contracts/jobs.ts'
import { StateMark } from '../state-mark.tsx'

export type ShownFault = FaultyRow['faults'][number] & { row: FaultyRow; key: string }

interface Props {
  faults: readonly ShownFault[]
  current: string
  choose: (key: string) => void
}

/** One line per faulty cell: where, what was found, why it is wrong, what would be right. */
export function FaultTable({ faults, current, choose }: Props) {
  const { t } = useTranslation('excel')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
    <section className="import-faults" tabIndex={0} aria-label={t($ => $.faultsLabel)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t($ => $.cell)}</th>
            <th scope="col">{t($ => $.column)}</th>
            <th scope="col">{t($ => $.found)}</th>
            <th scope="col">{t($ => $.reason)}</th>
            <th scope="col">{t($ => $.expected)}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ key, cell, column, found, reason, expected }) => (
            <tr key={key} data-current={key === current || undefined}>
              <td>
                <button type="button" aria-pressed={key === current} onClick={() => choose(key)}>
                  {cell}
                </button>
              </td>
              <td>{column}</td>
              <td>
                {found === null ? (
                  <span className="caption">{t($ => $.empty)}</span>
                ) : (
                  <span className="import-found mono">{found}</span>
                )}
              </td>
              <td>
                <span className="import-reason">
                  <StateMark state="alarm" /> {reason}
                </span>
              </td>
              <td className="import-expected">{expected ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
