import { useTranslation } from 'react-i18next'
import type { HouseGroup } from '#shared/contracts/house-groups.ts'
import type { Column } from '#web/components/list/column.ts'
import { createdColumn } from '#web/components/list/created-column.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import './house-groups.css'

/** The columns of the house groups. */
export function useGroupColumns(): Column<HouseGroup>[] {
  const { t } = useTranslation('house-groups')
  return [
    { key: 'name', title: t($ => $.fields.name), sort: 'name', render: ({ name }) => name },
    {
      key: 'officeId',
      isOthers: true,
      title: t($ => $.fields.officeId),
      card: 'line',
      render: ({ officeName }) => officeName,
    },
    {
      key: 'houses',
      title: t($ => $.fields.houses),
      sort: 'houses',
      atEnd: true,
      card: 'state',
      render: ({ houses }) => <span className="num">{t($ => $.houses, { count: houses })}</span>,
    },
    {
      key: 'states',
      title: t($ => $.fields.states),
      card: 'note',
      render: group => <States group={group} />,
    },
    {
      key: 'remarks',
      title: t($ => $.fields.remarks),
      card: 'line',
      render: ({ remarks }) => (remarks === null ? '—' : <span className="group-remarks">{remarks}</span>),
    },
    createdColumn(t($ => $.fields.createdAt)),
  ]
}

const shown = ['alarm', 'offline', 'normal'] as const

/** Houses by state, worst first; states without houses are left out. */
function States({ group: { houses, states, notShared } }: { group: HouseGroup }) {
  const { t } = useTranslation('house-groups')
  if (houses === 0) return <span className="caption">{t($ => $.noHouses)}</span>
  return (
    <span className="group-states num">
      {shown.map(
        state =>
          states[state] > 0 && (
            <span key={state} data-state={state}>
              <StateWord state={state}>{t($ => $.states[state], { count: states[state] })}</StateWord>
            </span>
          ),
      )}
      {notShared > 0 && <span className="caption">{t($ => $.notShared, { count: notShared })}</span>}
    </span>
  )
}
