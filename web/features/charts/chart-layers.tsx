import { Button } from 'antd'
import { Bell, SquareChartGantt } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Resolution } from './reports-head.tsx'
import type { Drawn } from './use-house-chart.ts'

interface Props {
  /** Undefined while nothing is drawn. */
  drawn: Drawn | undefined
  hasBand: boolean
  setBand: (hasBand: boolean) => void
  /** How many there are in this time; null for who may not read them. */
  alarms: number | null
  hasAlarms: boolean
  setAlarms: (hasAlarms: boolean) => void
}

/** What a point stands for, and what is drawn besides the lines. */
export function ChartLayers({ drawn, hasBand, setBand, alarms, hasAlarms, setAlarms }: Props) {
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
    </div>
  )
}
