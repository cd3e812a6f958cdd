import { useTranslation } from 'react-i18next'
import { type CageTypeStatus, isTiered } from '#shared/cage-types.ts'
import type { CageType } from '#shared/contracts/cage-types.ts'
import { BothNames } from '#web/components/both-names.tsx'
import type { Column } from '#web/components/list/column.ts'
import { createdColumn } from '#web/components/list/created-column.tsx'
import { type State, StateWord } from '#web/components/state-mark.tsx'

/** The shape of a type's status. */
export const markOfCageType = {
  draft: 'pending',
  released: 'normal',
  withdrawn: 'disabled',
} as const satisfies Record<CageTypeStatus, State>

/** The columns of the cage system types. */
export function useCageTypeColumns(): Column<CageType>[] {
  const { t } = useTranslation('cage-types')
  const { t: word } = useTranslation('components')
  return [
    {
      key: 'name',
      title: t($ => $.fields.name),
      sort: 'name',
      render: ({ chineseName, englishName }) => <BothNames chinese={chineseName} english={englishName} />,
    },
    {
      key: 'status',
      title: t($ => $.fields.status),
      sort: 'status',
      card: 'state',
      render: ({ status }) => (
        <StateWord state={markOfCageType[status]}>{t($ => $.status[status])}</StateWord>
      ),
    },
    {
      key: 'layout',
      title: t($ => $.fields.layout),
      sort: 'layout',
      card: 'line',
      render: ({ layout }) => t($ => $.layout[layout]),
    },
    {
      key: 'houseTypes',
      title: t($ => $.fields.houseTypes),
      card: 'line',
      render: ({ houseTypes }) => houseTypes.map(type => word($ => $.houseType[type])).join(' · '),
    },
    {
      key: 'tiers',
      title: t($ => $.fields.tiers),
      sort: 'tiers',
      atEnd: true,
      render: ({ layout, tiers }) => <span className="num">{isTiered(layout) ? tiers : '—'}</span>,
    },
    {
      key: 'rows',
      title: t($ => $.fields.rows),
      sort: 'rows',
      atEnd: true,
      render: ({ rows }) => <span className="num">{rows}</span>,
    },
    {
      key: 'birdsPerCage',
      title: t($ => $.fields.birdsPerCage),
      atEnd: true,
      render: ({ birdsPerCage }) => <span className="num">{birdsPerCage ?? '—'}</span>,
    },
    {
      key: 'houses',
      title: t($ => $.fields.houses),
      sort: 'houses',
      atEnd: true,
      card: 'note',
      render: ({ houses }) => <span className="num">{t($ => $.houses, { count: houses })}</span>,
    },
    createdColumn(t($ => $.fields.createdAt)),
  ]
}
