import { useTranslation } from 'react-i18next'
import type { mall } from '#shared/contracts/mall.ts'
import type { Result } from '#shared/endpoint.ts'
import { machineNames } from '#shared/machines.ts'
import type { List } from '#web/components/list/use-list.ts'
import { usePreferences } from '#web/data/preferences.ts'

const SORTS = ['-createdAt', 'price', '-price', 'name'] as const

interface Props {
  list: List<unknown>
  facets: Result<typeof mall.facets> | undefined
}

/** Filters and order of the mall. */
export function MallTools({ list, facets }: Props) {
  const { t } = useTranslation('mall')
  const language = usePreferences(({ language }) => language)
  const { machines = [], houses = [], all = 0, fitting = 0 } = facets ?? {}
  const sorts = [...(list.filters.search ? (['closeness'] as const) : []), ...SORTS]
  return (
    <div className="mall-tools">
      {houses.length > 0 && (
        <label className="mall-mine">
          <input
            type="checkbox"
            checked={list.filters.fits === 'mine'}
            onChange={({ target }) =>
              list.setFilter({ fits: target.checked ? 'mine' : undefined, houseId: undefined })
            }
          />
          {t($ => $.fitsMine)}
        </label>
      )}
      {houses.length > 1 && (
        <Choice
          label={t($ => $.house)}
          value={list.filters.houseId ?? ''}
          options={[['', t($ => $.allHouses)], ...houses.map(({ id, name }) => [id, name] as const)]}
          change={houseId => list.setFilter({ houseId: houseId || undefined })}
        />
      )}
      <Choice
        label={t($ => $.machine)}
        value={list.filters.machine ?? ''}
        options={[
          ['', t($ => $.anyMachine)],
          ...machines.map(
            ({ machine, goods }) =>
              [machine, `${machineNames[machine][language]} ${goods.toLocaleString(language)}`] as const,
          ),
        ]}
        change={machine => list.setFilter({ machine: machine || undefined })}
      />
      <Choice
        label={t($ => $.sort)}
        value={list.sort ?? sorts[0] ?? ''}
        options={sorts.map(value => [value, t($ => $.sorts[value])] as const)}
        change={sort => list.setSort(sort === sorts[0] ? undefined : sort)}
      />
      <span className="mall-count num">
        {facets && !list.isLoading
          ? houses.length > 0
            ? t($ => $.count, { fitting, all })
            : t($ => $.countAll, { count: list.total })
          : '\u00a0'}
      </span>
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  change: (value: string) => void
}

/** A native select: antd's is a tenth of what a first visit loads. */
function Choice({ label, value, options, change }: ChoiceProps) {
  return (
    <select aria-label={label} value={value} onChange={({ target }) => change(target.value)}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
