import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  type CageType,
  cageTypeColumns,
  cageTypeFields,
  cageTypes,
  isTiered,
} from '#shared/contracts/cage-types.ts'
import { later } from '#web/components/later.tsx'
import { PublishedPage, publishedReadAhead } from '#web/components/records/published-page.tsx'
import { useFields } from '#web/components/records/use-fields.tsx'

const FieldInputs = later(() =>
  import('#web/components/records/field-inputs.tsx').then(file => file.FieldInputs),
)

const FILTERS = ['layout']
/** Defaults of a new type. */
const initial: Partial<CageType> = { layout: 'stacked', tiers: 4, rows: 4, houseTypes: ['layer'] }

/** `/chickHouseType`: the provider's cage systems, which houses refer to and are drawn by. */
export function CageTypesPage() {
  const { t } = useTranslation('cage-types')
  const { column } = useFields(cageTypeColumns)
  return (
    <PublishedPage<CageType>
      contract={cageTypes}
      excel={cageTypes}
      fields={cageTypeColumns}
      filters={FILTERS}
      title={t($ => $.title)}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      newRow={t($ => $.new)}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }}
      columns={[
        column('layout', { card: 'line' }),
        column('houseTypes', { card: 'line', isUnsorted: true }),
        column('tiers'),
        column('rows'),
        column('birdsPerCage', { isUnsorted: true }),
        column('houses', { card: 'note', render: ({ houses }) => t($ => $.houses, { count: houses }) }),
        column('createdAt', { isExtra: true }),
      ]}
      uses={({ houses }) => houses}
      withdrawSays={count => t($ => $.withdrawSays, { count })}
      removeSays={t($ => $.removeSays)}
      form={{
        fields: cageTypeFields,
        initial,
        // Floor housing has a single tier, which nobody types.
        completed: values => (isTiered(values.layout ?? 'stacked') ? values : { ...values, tiers: 1 }),
        inputs: <Inputs />,
      }}
    />
  )
}
CageTypesPage.readAhead = publishedReadAhead(cageTypes, FILTERS)

/** Floor housing has neither tiers nor cages. */
function Inputs() {
  const { t } = useTranslation('cage-types')
  const layout = Form.useWatch('layout', { preserve: true }) ?? initial.layout
  const { birdsPerCage, tiers, ...onFloor } = cageTypeFields
  return isTiered(layout) ? (
    <FieldInputs fields={cageTypeFields} />
  ) : (
    <FieldInputs fields={onFloor} labels={{ rows: t($ => $.lines) }} />
  )
}
