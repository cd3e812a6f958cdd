import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type OverhaulDetail, overhaul } from '#shared/contracts/overhaul.ts'
import { overhaulResults, SOON_DAYS } from '#shared/overhaul.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { Docked } from '#web/components/list/docked.tsx'
import { useShowDialog } from '#web/components/list/list-dialogs.tsx'
import type { Opened } from '#web/components/list/use-opened.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { NearDate } from '#web/components/near-date.tsx'
import { Timeline } from '#web/components/records/timeline.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { DeedForm } from './deed-form.tsx'
import { placeOf } from './place-of.ts'
import { PlanParts } from './plan-parts.tsx'
import { TestDialog } from './tests/test-dialog.tsx'
import { UnheardPlan } from './unheard-plan.tsx'
import { useCycle } from './use-cycle.ts'

/** An overhaul beside the list: its cycle, its next date and every time it was done. */
export function PlanPanel({ id, opened }: { id: string; opened: Opened }) {
  const { t } = useTranslation('overhaul')
  const { data, error, refetch } = useQuery({
    queryKey: [overhaul.get.path, id],
    queryFn: () => call(overhaul.get, { params: { id } }),
  })
  const about = data && [data.equipment, data.customer, placeOf(data)].filter(Boolean).join(' · ')
  return (
    <Docked opened={opened} title={data?.item ?? t($ => $.item)} says={about}>
      {data ? (
        <Content plan={data} />
      ) : error ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
    </Docked>
  )
}

function Content({ plan }: { plan: OverhaulDetail }) {
  const { t } = useTranslation('overhaul')
  const language = usePreferences(({ language }) => language)
  const show = useShowDialog()
  const cycle = useCycle()
  const items = plan.deeds.map(({ id, step, at, by, checks, reading, text, pictures, repairNumber }) => {
    const failed = checks.filter(check => check.isFailed).map(check => check.text)
    return {
      key: id,
      icon: failed.length > 0 ? TriangleAlert : CircleCheck,
      title: overhaulResults[step === 'failed' ? 'failed' : 'passed'][language],
      at,
      says: [by, ...failed, reading, repairNumber && t($ => $.opened, { number: repairNumber })]
        .filter(Boolean)
        .join(' · '),
      quote: text,
      pictures,
    }
  })
  return (
    <div className="overhaul">
      <dl className="overhaul-facts stack">
        <div>
          <dt>{t($ => $.cycle)}</dt>
          <dd>{cycle(plan)}</dd>
        </div>
        {plan.ranHours !== null && (
          <div>
            <dt>{t($ => $.ran)}</dt>
            <dd className="num">
              {t($ => $.ranHours, {
                hours: plan.ranHours.toLocaleString(language, { maximumFractionDigits: 0 }),
                cycle: plan.cycle.toLocaleString(language),
              })}
            </dd>
          </div>
        )}
        <div>
          <dt>{t($ => $.next)}</dt>
          <dd>
            <NearDate on={plan.nextOn} soon={SOON_DAYS} timeZone={plan.timeZone} />
          </dd>
        </div>
      </dl>
      <UnheardPlan hears={plan.hears} />
      <ActionButton
        endpoint={overhaul.finish}
        type="primary"
        onClick={() =>
          show(close =>
            plan.proof === null ? (
              <DeedForm plan={plan} close={close} />
            ) : (
              <TestDialog plan={plan} close={close} />
            ),
          )
        }
      >
        {plan.proof === null ? t($ => $.done) : t($ => $.test.record)}
      </ActionButton>
      <PlanParts id={plan.id} />
      <section>
        <h3>{t($ => $.deeds)}</h3>
        {items.length > 0 ? <Timeline label={t($ => $.deeds)} items={items} /> : <p>{t($ => $.never)}</p>}
      </section>
    </div>
  )
}
