import { Button } from 'antd'
import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { analysisDays } from '#shared/analysis.ts'
import { type AnalysisCard, analysis } from '#shared/contracts/analysis.ts'
import { readDay } from '#shared/typed-day.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { Choice } from '#web/components/choice.tsx'
import { DayInput } from '#web/components/day/day-input.tsx'
import { useExport } from '#web/components/excel/use-export.ts'
import type { Asked } from './use-period.ts'

/** The longest period the server accepts. Days */
const LONGEST = 5 * 366

interface Props {
  asked: Asked
  choose: (asked: Asked) => void
  /** The days shown. */
  shown: Pick<AnalysisCard, 'from' | 'to'> | undefined
}

/** How far to look back: a number of completed days, or a custom range. */
export function PeriodBar({ asked, choose, shown }: Props) {
  const { t } = useTranslation('analysis')
  const { start, busy } = useExport(analysis.analysisWorkbook)
  return (
    <div className="trend-period">
      <Choice
        label={t($ => $.period)}
        options={analysisDays.map(days => [days, t($ => $.presets[days])] as const)}
        chosen={'days' in asked ? asked.days : undefined}
        choose={days => choose({ days })}
      />
      <ActionButton
        endpoint={analysis.analysisWorkbook}
        icon={<Download size={15} aria-hidden />}
        loading={busy}
        onClick={() => void start({ body: asked })}
      >
        {t($ => $.excel)}
      </ActionButton>
      <Days key={`${shown?.from} ${shown?.to}`} shown={shown} choose={choose} />
    </div>
  )
}

/** The first and last day as typed; without days, their place is kept. */
function Days({ shown, choose }: Pick<Props, 'choose' | 'shown'>) {
  const { t } = useTranslation('analysis')
  const [from, setFrom] = useState(shown?.from ?? '')
  const [to, setTo] = useState(shown?.to ?? '')
  const isComing = shown === undefined
  const isRight =
    readDay(from) !== undefined && readDay(to) !== undefined && from <= to && to < daysAfter(from, LONGEST)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight) choose({ from, to })
  }
  return (
    <form className="trend-days" onSubmit={submit}>
      <DayInput aria-label={t($ => $.from)} disabled={isComing} value={from} onChange={setFrom} />
      <span aria-hidden>–</span>
      <DayInput aria-label={t($ => $.to)} disabled={isComing} value={to} onChange={setTo} />
      <Button htmlType="submit" disabled={!isRight || (from === shown?.from && to === shown.to)}>
        {t($ => $.show)}
      </Button>
      {!isRight && !isComing && <p role="alert">{t($ => $.wrongPeriod)}</p>}
    </form>
  )
}
