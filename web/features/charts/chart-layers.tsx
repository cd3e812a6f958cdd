import { Button } from 'antd'
import { Bell, NotebookPen, SquareChartGantt } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Resolution } from './reports-head.tsx'
import type { Drawn } from './use-house-chart.ts'

interface Props {
  /** Undefined while nothing is drawn. */
  drawn: Drawn | undefined
  hasBand: boolean
  setBand: (hasBand: boolean) => void
  /** How many alarms in this time; null if the viewer may not read them. */
  alarms: number | null
  hasAlarms: boolean
  setAlarms: (hasAlarms: boolean) => void
  /** How many things people did in this time. */
  deeds: number
  hasDeeds: boolean
  setDeeds: (hasDeeds: boolean) => void
}

/** What a point represents, and what is drawn besides the lines. */
export function ChartLayers({ drawn, hasBand, setBand, alarms, hasAlarms, setAlarms, ...rest }: Props) {
  const { deeds, hasDeeds, setDeeds } = rest
  const { t } = useTranslation('charts')
  return (
    <div className="chart-layers">
      {drawn && <Resolution drawn={drawn} />}
      <Button
        aria-pressed={hasBand}
        icon={<SquareChartGantt size={16} aria-hidden />}
        onClick={() => setBand(!hasBand)}
      >
        {t($ => $.band)}
      </Button>
      {alarms !== null && (
        <Button
          aria-pressed={hasAlarms}
          icon={<Bell size={16} aria-hidden />}
          onClick={() => setAlarms(!hasAlarms)}
        >
          {t($ => $.alarmLayer, { count: alarms })}
        </Button>
      )}
      {deeds > 0 && (
        <Button
          aria-pressed={hasDeeds}
          icon={<NotebookPen size={16} aria-hidden />}
          onClick={() => setDeeds(!hasDeeds)}
        >
          {t($ => $.deedLayer, { count: deeds })}
        </Button>
      )}
    </div>
  )
}
