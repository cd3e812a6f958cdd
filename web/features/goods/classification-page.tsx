import { useTranslation } from 'react-i18next'
import { goodCategories } from '#shared/contracts/goods.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import { listReadAhead } from '#web/components/list/use-list.ts'
import { CATEGORY_FILTERS, CategoryList } from '#web/components/records/category-list.tsx'
import { ChoiceSelect } from '#web/components/remote-select.tsx'
import { useGoodCategories } from './goods-page.tsx'

/** `/mall/goods/classification`: the category tree of goods, in the order of the mall. */
export function ClassificationPage() {
  const { t } = useTranslation('goods')
  return (
    <CategoryList
      contract={goodCategories}
      title={t($ => $.class.title)}
      says={count => t($ => $.class.says, { count })}
      removeSays={t($ => $.class.removeSays)}
      empty={{ title: t($ => $.class.emptyTitle), says: t($ => $.class.emptySays) }}
      above={id => <Parent not={id} />}
    />
  )
}
ClassificationPage.readAhead = listReadAhead(goodCategories.list, CATEGORY_FILTERS)

function Parent({ not }: { not: string }) {
  const { t } = useTranslation('goods')
  const options = useGoodCategories().filter(({ value }) => value !== not)
  return (
    <FormField name="aboveId" label={t($ => $.class.parent)} extra={t($ => $.class.parentSays)}>
      <ChoiceSelect options={options} allowClear />
    </FormField>
  )
}
