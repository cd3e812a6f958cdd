import { useTranslation } from 'react-i18next'
import { type Clause, clauseWords, inUnits, type onNames } from '#shared/alarm-rules.ts'
import { isGrave } from '#shared/alarms.ts'
import {
  type AlarmRule,
  alarmDuties,
  alarmRuleColumns,
  alarmRules,
  silenceLimits,
} from '#shared/contracts/alarm-rules.ts'
import { alarmWays } from '#shared/contracts/alarm-ways.ts'
import { paths } from '#shared/screens.ts'
import { houseTypeNames, metricByName } from '#shared/signals.ts'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { RecordActions } from '#web/components/records/record-actions.tsx'
import { useFields } from '#web/components/records/use-fields.tsx'
import { SafetyNote } from '#web/components/safety-note.tsx'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { DutyPlanCard } from './duty-plan.tsx'
import { ReachCard } from './reach-card.tsx'
import { SilenceCard } from './silence-card.tsx'
import './alarm-rules.css'

const ReasonsCard = later(() => import('./reasons-card.tsx').then(file => file.ReasonsCard))
const RuleForm = later(() => import('./rule-form.tsx').then(file => file.RuleForm))

/** Filters in the address. */
const FILTERS = ['search', 'status', 'level', 'metric']

const markOfStatus = { on: 'normal', off: 'disabled' } as const satisfies Record<keyof typeof onNames, string>
const markOfLevel = { warning: 'watch', critical: 'alarm', emergency: 'emergency' } as const

/** What a rule asks, in words and the reader's units. */
function useAsks(): (rule: AlarmRule) => string {
  const { t } = useTranslation('alarm-rules')
  const { language, units } = useReader()
  const said = (clause: Clause) => clauseWords(clause, language, inUnits(units))
  const whileOf = ({ metric, conditionMetric, conditionDirection, conditionLimit }: AlarmRule) => {
    if (conditionMetric !== null && conditionDirection !== null && conditionLimit !== null)
      return t($ => $.while, {
        condition: said({ metric: conditionMetric, direction: conditionDirection, limit: conditionLimit }),
      })
    return metricByName.get(metric)?.quantity === 'pressure' ? t($ => $.whileFansRunShort) : null
  }
  return rule => {
    const { forMinutes, forDays } = rule
    const lasts = [
      forMinutes > 0 && t($ => $.forMinutes, { count: forMinutes }),
      forDays !== null && forDays > 1 && t($ => $.forDays, { count: forDays }),
    ]
    return [said(rule), ...lasts, whileOf(rule)].filter(Boolean).join(' · ')
  }
}

/** `/house-alarm/rule`: a farm's own alarms beside the built-in ones, and who is on call when. */
export function AlarmRulesPage() {
  const { t } = useTranslation('alarm-rules')
  const reader = useReader()
  const { column, stateColumn, filter, options } = useFields(alarmRuleColumns)
  const list = useList(alarmRules.list, FILTERS, { counts: alarmRules.counts })
  const { row: editing, open: edit, close } = useEdited(list, alarmRules)
  const mayPlan = useMayCall(alarmDuties.plan)
  const maySeeSilence = useMayCall(silenceLimits.limits)
  const mayAudit = useMayCall(alarmWays.reach)
  const asksOf = useAsks()
  const wordOf = (field: 'receivers', value: string) =>
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
      render: rule => <span className="num">{asksOf(rule)}</span>,
    },
    { ...stateColumn<AlarmRule>('level', markOfLevel), card: 'line' },
    {
      key: 'receivers',
      title: t($ => $.told),
      card: 'note',
      render: ({ level, receivers, unseenMinutes }) =>
        isGrave(level) ? (
          t($ => $.untilOnSite)
        ) : (
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
      <ReasonsCard rules={list.rows} />
      {mayPlan && <DutyPlanCard />}
      {mayAudit && <ReachCard />}
      {maySeeSilence && <SilenceCard />}
      <div className="alarm-rules-safety">
        <SafetyNote />
      </div>
    </>
  )
}
AlarmRulesPage.readAhead = listReadAhead(alarmRules.list, FILTERS)
