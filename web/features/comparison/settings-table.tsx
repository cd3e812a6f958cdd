import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Compared, type ComparedSettings, comparison } from '#shared/contracts/comparison.ts'
import { isSame } from '#shared/setting-draft.ts'
import { formatSignal, settingByName } from '#shared/signals.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

/** Rows shown before the user asks for all. */
const SHOWN = 8

/** Settings in which the houses' controllers currently differ, for users who may see settings. */
export function SettingsTable({ items }: { items: readonly Compared[] }) {
  const { t } = useTranslation('comparison')
  const may = useMayCall(comparison.settings)
  const keys = items.map(({ key }) => key).join(',')
  const { data, error, refetch } = useQuery({
    queryKey: [comparison.settings.path, keys],
    queryFn: () => call(comparison.settings, { query: { items: keys } } as never),
    enabled: may,
  })
  if (!may) return null
  return (
    <div className="card comparison-card">
      <header>
        <h2>{t($ => $.settings.title)}</h2>{' '}
        {data && data.keys.length > 1 && (
          <span className="caption num">
            {t($ => $.settings.of, { count: data.differing.length, compared: data.compared })}
          </span>
        )}
      </header>
      {error && !data && <LoadProblem error={error} retry={() => void refetch()} />}
      {data && data.keys.length < 2 && <p className="caption">{t($ => $.settings.tooFew)}</p>}
      {data && data.keys.length > 1 && data.differing.length === 0 && (
        <p className="caption">{t($ => $.settings.alike)}</p>
      )}
      {data && data.differing.length > 0 && <Differing found={data} items={items} />}
    </div>
  )
}

function Differing({ found, items }: { found: ComparedSettings; items: readonly Compared[] }) {
  const { t } = useTranslation('comparison')
  const reader = useReader()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? found.differing : found.differing.slice(0, SHOWN)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
      <section className="comparison-scroll" tabIndex={0} aria-label={t($ => $.settings.title)}>
        <table className="num comparison-table">
          <thead>
            <tr>
              <th scope="col">{t($ => $.settings.setting)}</th>
              {found.keys.map(key => (
                <th key={key} scope="col">
                  {items.find(each => each.key === key)?.house.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, values }) => {
              const signal = settingByName(name)
              return (
                <tr key={name}>
                  <th scope="row">{signal?.label[reader.language] ?? name}</th>
                  {values.map((value, i) => (
                    <td key={found.keys[i]}>
                      <span data-alone={standsAlone(values, i) || undefined}>
                        {formatSignal(value, signal ?? { unit: '', decimals: 0 }, reader)}
                      </span>
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {found.differing.length > shown.length && (
        <button type="button" className="comparison-more" onClick={() => setWhole(true)}>
          {t($ => $.settings.all, { count: found.differing.length })}
        </button>
      )}
    </>
  )
}

/** Whether a value differs from the other two, which are equal. */
const standsAlone = (values: ComparedSettings['differing'][number]['values'], place: number): boolean => {
  const others = values.filter((_, i) => i !== place)
  return others.length > 1 && isSame(others[0], others[1]) && !isSame(values[place], others[0])
}
