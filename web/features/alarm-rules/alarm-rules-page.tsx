import { useTranslation } from 'react-i18next'
import type { onNames } from '#shared/alarm-rules.ts'
import { type AlarmRule, alarmDuties, alarmRuleColumns, alarmRules } from '#shared/contracts/alarm-rules.ts'
import { paths } from '#shared/screens.ts'
import { formatSignal, houseTypeNames, metricByName } from '#shared/signals.ts'
import type { Reader } from '#shared/units.ts'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { RecordActions } from '#web/components/records/record-actions.tsx'
import { useFields } from '#web/components/records/use-fields.tsx'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { DutyPlanCard } from './duty-plan.tsx'
import './alarm-rules.css'

const RuleForm = later(() => import('./rule-form.tsx').then(file => file.RuleForm))

/** Filters in the address. */
const FILTERS = ['search', 'status', 'level', 'metric']

const markOfStatus = { on: 'normal', off: 'disabled' } as const satisfies Record<keyof typeof onNames, string>
const markOfLevel = { warning: 'watch', critical: 'alarm', emergency: 'emergency' } as const

/** A limit with its unit, formatted for the reader. */
const limitOf = (metric: string, limit: number, reader: Reader): string => {
  const { unit = '', decimals = 0 } = metricByName.get(metric) ?? {}
  return formatSignal(limit, { unit, decimals }, reader)
}

/** `/house-alarm/rule`: a farm's own alarms beside the built-in ones, and who is on call when. */
export function AlarmRulesPage() {
  const { t } = useTranslation('alarm-rules')
  const reader = useReader()
  const { column, stateColumn, filter, options } = useFields(alarmRuleColumns)
  const list = useList(alarmRules.list, FILTERS, { counts: alarmRules.counts })
  const { row: editing, open: edit, close } = useEdited(list, alarmRules)
  const mayPlan = useMayCall(alarmDuties.plan)
  const wordOf = (field: 'metric' | 'direction' | 'receivers', value: string) =>
    options(field).find(option => option.value === value)?.label ?? value
  const placeOf = ({ houseName, houseType }: AlarmRule) =>
    houseName ?? (houseType ? houseTypeNames[houseType][reader.language] : t($ => $.allHouses))
  const columns: Column<AlarmRule>[] = [
    column('name'),
    stateColumn('status', markOfStatus),
    { key: 'place', title: t($ => $.place), card: 'line', render: placeOf },
    {
      key: 'metric',
      title: t($ => $.when),
      sort: 'metric',
      card: 'line',
      width: 280,
      render: ({ metric, direction, limit, forMinutes }) => (
        <span className="num">
          {wordOf('metric', metric)} {wordOf('direction', direction).toLowerCase()}{' '}
          {limitOf(metric, limit, reader)}
          {forMinutes > 0 && ` · ${t($ => $.forMinutes, { count: forMinutes })}`}
        </span>
      ),
    },
    { ...stateColumn<AlarmRule>('level', markOfLevel), card: 'line' },
    {
      key: 'receivers',
      title: t($ => $.told),
      card: 'note',
      render: ({ receivers, unseenMinutes }) => (
        <span className="num">
          {wordOf('receivers', receivers)}
          {unseenMinutes !== null && ` · ${t($ => $.escalates, { count: unseenMinutes })}`}
        </span>
      ),
    },
    column('createdAt', { isExtra: true }),
  ]
  return (
    <>
      <div className="alarm-rules">
        <ListPage
          list={list}
          title={t($ => $.title)}
          says={count => t($ => $.says, { count })}
          searchHint={t($ => $.searchHint)}
          chips={filter('status', markOfStatus)}
          filters={[filter('level'), filter('metric')]}
          columns={columns}
          related={[paths.alarms]}
          create={{ label: t($ => $.new), endpoint: alarmRules.create, run: () => edit('new') }}
          actions={rule => (
            <RecordActions
              contract={alarmRules}
              row={rule}
              name={rule.name}
              edit={() => edit(rule)}
              removeSays={t($ => $.removeSays)}
            />
          )}
          empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }}
        >
          {editing && <RuleForm row={editing} close={close} />}
        </ListPage>
      </div>
      {mayPlan && <DutyPlanCard />}
    </>
  )
}
AlarmRulesPage.readAhead = listReadAhead(alarmRules.list, FILTERS)
