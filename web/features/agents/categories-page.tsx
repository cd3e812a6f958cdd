import { useTranslation } from 'react-i18next'
import { agentCategories } from '#shared/contracts/agent-materials.ts'
import { listReadAhead } from '#web/components/list/use-list.ts'
import { CATEGORY_FILTERS, CategoryList } from '#web/components/records/category-list.tsx'

/** `/agent/admin/category`: categories of the materials for agents. */
export function AgentCategoriesPage() {
  const { t } = useTranslation('agents')
  return (
    <CategoryList
      contract={agentCategories}
      title={t($ => $.category.title)}
      says={count => t($ => $.category.says, { count })}
      removeSays={t($ => $.category.removeSays)}
      empty={{ title: t($ => $.category.emptyTitle), says: t($ => $.category.emptySays) }}
    />
  )
}
AgentCategoriesPage.readAhead = listReadAhead(agentCategories.list, CATEGORY_FILTERS)
