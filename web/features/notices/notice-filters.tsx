import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type FoldedNotice, messageTypes } from '#shared/contracts/notices.ts'
import { severities } from '#shared/signals.ts'
import type { List } from '#web/components/list/use-list.ts'
import { ViewsButton } from '#web/components/list/views-button.tsx'

/** Filters in the address. */
export const FILTERS = ['read', 'messageType', 'level']

/** Filters which messages are listed. */
export function NoticeFilters({ list }: { list: List<FoldedNotice> }) {
  const { t } = useTranslation('notices')
  return (
    <div className="notice-filters row wrap stretch">
      <Choice
        list={list}
        name="read"
        label={t($ => $.status)}
        options={(['unread', 'read'] as const).map(value => ({ value, label: t($ => $.statuses[value]) }))}
      />
      <Choice
        list={list}
        name="messageType"
        label={t($ => $.kind)}
        options={messageTypes.map(value => ({ value, label: t($ => $.kinds[value]) }))}
      />
      <Choice
        list={list}
        name="level"
        label={t($ => $.level)}
        options={severities.toReversed().map(value => ({ value, label: t($ => $.levels[value]) }))}
      />
      <ViewsButton list={list} />
    </div>
  )
}

interface ChoiceProps {
  list: List<FoldedNotice>
  name: string
  label: string
  options: { value: string; label: string }[]
}

/** One choice of a few; the first means any. */
function Choice({ list, name, label, options }: ChoiceProps) {
  const { t } = useTranslation('components')
  return (
    <Select
      aria-label={label}
      value={list.filters[name] ?? ''}
      onChange={value => list.setFilter({ [name]: value || undefined })}
      options={[{ value: '', label: t($ => $.labelled, { label, value: t($ => $.any) }) }, ...options]}
    />
  )
}
