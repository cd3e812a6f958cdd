import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { clauseWords, type Direction, inUnits } from '#shared/alarm-rules.ts'
import { alarmRules, type BetterRule } from '#shared/contracts/alarm-rules.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { spanOf } from '#web/components/time.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { readAgain } from '#web/data/queries.ts'

/** A better limit for a farm's rule, as its alarms were closed, and one tap that applies it. */
export function BetterRuleCard({ id }: { id: string }) {
  const { t } = useTranslation('alarms')
  const { data, error, refetch } = useQuery({
    queryKey: [alarmRules.better.path, id],
    queryFn: async () => {
      const params = { id }
      const better = await call(alarmRules.better, { params })
      return { better, rule: await call(alarmRules.get, { params }) }
    },
  })
  if (error) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return <p role="status">{t($ => $.better.looking)}</p>
  return <Proposal id={id} better={data.better} direction={data.rule.direction} />
}

function Proposal({ id, better, direction }: { id: string; better: BetterRule; direction: Direction }) {
  const { t } = useTranslation('alarms')
  const { language, units } = useReader()
  const cache = useQueryClient()
  const { busy, submit } = useSubmit({ success: t($ => $.better.applied) })
  const { metric, now, judged, proposed, reason } = better
  const said = ({ limit, forMinutes }: { limit: number; forMinutes: number }) =>
    [
      clauseWords({ metric, direction, limit }, language, inUnits(units)),
      forMinutes > 0 && t($ => $.better.forMinutes, { count: forMinutes }),
    ]
      .filter(Boolean)
      .join(' · ')
  const rings = ({ alarms, atNight }: BetterRule['now']) =>
    [t($ => $.better.rings, { count: alarms }), t($ => $.better.night, { count: atNight })].join(' · ')
  const apply = () =>
    submit(async () => {
      if (!proposed) return
      const params = { id }
      const { limit, forMinutes } = proposed
      const rule = await call(alarmRules.get, { params })
      await call(alarmRules.update, { params, body: { ...rule, limit, forMinutes, version: better.version } })
      await readAgain(cache, [alarmRules.better.path, alarmRules.list.path])
    })
  const facts = proposed
    ? [
        t($ => $.better.gone, { count: proposed.noiseGone, noise: judged.noise }),
        judged.real > 0 ? t($ => $.better.kept, { count: judged.real }) : t($ => $.better.noReal),
        proposed.laterMs > 0 && t($ => $.better.later, { span: spanOf(proposed.laterMs, language) }),
        judged.unchecked > 0 && t($ => $.better.unchecked, { count: judged.unchecked }),
      ]
    : [reason && t($ => $.better.reasons[reason])]
  return (
    <section className="better-rule stack gap-15 num" aria-label={t($ => $.better.title)}>
      <p>
        {t($ => $.better.now, { rule: said(better) })}
        {better.houses > 0 && <span className="caption"> {rings(now)}</span>}
      </p>
      {proposed && (
        <p>
          <strong>{t($ => $.better.proposed, { rule: said(proposed) })}</strong>
          <span className="caption"> {rings(proposed)}</span>
        </p>
      )}
      <p role="status">{facts.filter(Boolean).join(language === 'zh-CN' ? '' : ' ')}</p>
      {proposed && (
        <div className="row wrap">
          <ActionButton
            endpoint={alarmRules.update}
            type="primary"
            loading={busy}
            onClick={() => void apply()}
          >
            {t($ => $.better.apply, { rule: said(proposed) })}
          </ActionButton>
        </div>
      )}
    </section>
  )
}
