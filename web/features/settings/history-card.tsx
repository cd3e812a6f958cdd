import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type SettingsOfGroup, settings } from '#shared/contracts/settings.ts'
import { isOver } from '#shared/setting-changes.ts'
import { differing, only } from '#shared/setting-draft.ts'
import type { SettingDocument } from '#shared/signals.ts'
import { Age, HouseMoment } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { ChangeState } from './change-state.tsx'
import { By } from './changed-by.tsx'
import { Differences } from './differences.tsx'
import type { Editing } from './use-group.ts'
import { valuesBefore } from './values-before.ts'
import { WhyNot } from './why-not.tsx'

/** Changes read at a time. */
const PAGE = 10

/** All changes of a group with values before and after, newest first, including those at the panel. */
export function HistoryCard({ data, draft }: { data: SettingsOfGroup; draft: Editing | null }) {
  const { t } = useTranslation('settings')
  const { house, device, group } = data
  const of = { deviceId: device.id, group, size: PAGE }
  const found = useInfiniteQuery({
    queryKey: [settings.changes.path, house.id, device.id, group, 'pages'],
    queryFn: ({ pageParam: page }) =>
      call(settings.changes, { params: { id: house.id }, query: { ...of, page } }),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => pages.length + 1,
  })
  const pages = found.data?.pages ?? []
  // New changes shift the others between pages; duplicates are shown once.
  const changes = [...new Map(pages.flatMap(({ items }) => items).map(each => [each.id, each])).values()]
  const total = pages.at(-1)?.total ?? 0
  if (changes.length === 0) return null
  return (
    <section className="card settings-card">
      <h2>{t($ => $.history)}</h2>
      <ul className="setting-history">
        {changes.map((change, i) => (
          <li key={change.id}>
            <p>
              <ChangeState change={change} /> · <By change={change} /> ·{' '}
              <HouseMoment at={change.madeAt} timeZone={house.timeZone} /> · <Age at={change.madeAt} />
              {change.returnsAt && (
                <>
                  {' · '}
                  {t($ => $.temporary)} {t($ => $.until)}{' '}
                  <HouseMoment at={change.returnsAt} timeZone={house.timeZone} />
                </>
              )}
              {change.reason && <q>{change.reason}</q>}
            </p>
            {isOver(change.state) && change.state !== 'synced' && (
              <div className="setting-history-why">
                <WhyNot change={change} />
              </div>
            )}
            <Differences
              before={change.before}
              wanted={change.wanted}
              after={change.after}
              days={change.days}
            />
            {draft && <GoBack draft={draft} to={valuesBefore(changes.slice(0, i + 1))} />}
          </li>
        ))}
      </ul>
      {changes.length < total && (
        <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t($ => $.earlier, { shown: changes.length, total })}
        </Button>
      )}
    </section>
  )
}

/** Drafts the values of an earlier time; they are reviewed and checked before sending. */
function GoBack({ draft, to }: { draft: Editing; to: SettingDocument }) {
  const { t } = useTranslation('settings')
  const cells = only(
    to,
    differing(to, draft.values).filter(name => name in draft.values),
  )
  if (Object.keys(cells).length === 0) return null
  return <Button onClick={() => draft.type(cells)}>{t($ => $.goBack)}</Button>
}
