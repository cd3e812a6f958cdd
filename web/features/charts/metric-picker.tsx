import { Checkbox, Input, Modal } from 'antd'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MetricFacts } from '#shared/contracts/houses.ts'
import { inGroups, type ShownMetric, shownMetric } from '#web/components/metric.ts'
import { useMetricGroup } from '#web/components/metric-group.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useReader } from '#web/data/preferences.ts'
import { MOST_LINES } from './use-house-chart.ts'

interface Props {
  metrics: readonly MetricFacts[]
  chosen: readonly string[]
  choose: (names: string[]) => void
  close: () => void
}

/** Every metric of the house in groups; checking one draws it at once. */
export function MetricPicker({ metrics, chosen, choose, close }: Props) {
  const { t } = useTranslation('charts')
  const { t: word } = useTranslation('components')
  const reader = useReader()
  const titleOf = useMetricGroup()
  const { frame } = useScreen()
  const [text, setText] = useState('')
  const facts = new Map(metrics.map(one => [one.name, one]))
  const shown = new Map(metrics.map(({ name }) => [name, shownMetric(name, facts.get(name), reader)]))
  const wanted = text.trim().toLowerCase()
  const holds = (name: string) =>
    name.toLowerCase().includes(wanted) || (shown.get(name)?.label.toLowerCase().includes(wanted) ?? false)
  const groups = inGroups([...shown.keys()].filter(holds))
  const isFull = chosen.length >= MOST_LINES
  const toggle = (name: string) =>
    choose(chosen.includes(name) ? chosen.filter(other => other !== name) : [...chosen, name])
  return (
    <Modal
      open
      title={t($ => $.pick)}
      closable={{ 'aria-label': word($ => $.close) }}
      footer={null}
      onCancel={close}
      getContainer={frame}
      width={720}
    >
      <Input
        autoFocus
        allowClear
        aria-label={t($ => $.find)}
        placeholder={t($ => $.find)}
        prefix={<Search size={15} aria-hidden />}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <p className="caption num" aria-live="polite">
        {isFull
          ? t($ => $.full, { count: MOST_LINES })
          : t($ => $.chosen, { count: chosen.length, most: MOST_LINES })}
      </p>
      <div className="metric-picker">
        {groups.map(([group, names]) => (
          <fieldset key={group}>
            <legend>{titleOf(group)}</legend>
            {names.map(name => (
              <Checkbox
                key={name}
                checked={chosen.includes(name)}
                disabled={isFull && !chosen.includes(name)}
                onChange={() => toggle(name)}
              >
                <Words metric={shown.get(name)} />
              </Checkbox>
            ))}
          </fieldset>
        ))}
        {groups.length === 0 && <p className="caption">{t($ => $.noMatch)}</p>}
      </div>
    </Modal>
  )
}

function Words({ metric }: { metric: ShownMetric | undefined }) {
  if (!metric) return null
  return (
    <span title={metric.name}>
      {metric.label} <span className="caption">{metric.unit}</span>
    </span>
  )
}
