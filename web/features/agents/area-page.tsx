import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { agentArea } from '#shared/contracts/agent-area.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useChange } from '#web/components/use-change.ts'
import { call } from '#web/data/client.ts'
import { useLiveUnread } from '#web/data/live/live.ts'
import { readAgain } from '#web/data/queries.ts'
import { NotGranted } from './area-apply.tsx'
import { OwnCustomers } from './area-customers.tsx'
import { OwnMaterials } from './area-materials.tsx'

const OF_RIGHTS = (['mine', 'materials', 'list', 'totals', 'morning'] as const).map(
  name => agentArea[name].path,
)

/** `/agent/client/list`: an agent's materials and customers; other users apply here. */
export function AgentAreaPage() {
  const { t } = useTranslation('agents')
  const { search } = useScreen()
  const cache = useQueryClient()
  // Decisions arrive as messages.
  useChange(useLiveUnread(), () => void readAgain(cache, OF_RIGHTS))
  const { data, error, refetch } = useQuery({
    queryKey: [agentArea.mine.path],
    queryFn: () => call(agentArea.mine),
  })
  if (data?.standing === 'passed')
    return search.view === 'materials' ? <OwnMaterials own={data} /> : <OwnCustomers own={data} />
  return (
    <div className="page">
      <div className="list-head">
        <h1>{t($ => $.area.title)}</h1>
      </div>
      {data && <NotGranted own={data} />}
      {error && !data && <LoadProblem error={error} retry={() => void refetch()} />}
    </div>
  )
}
