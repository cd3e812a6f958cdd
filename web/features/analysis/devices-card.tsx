import { useTranslation } from 'react-i18next'
import { numberText } from '#web/components/number-text.ts'
import { useReader } from '#web/data/preferences.ts'
import { Card, Figure } from './card.tsx'
import { useChangeText } from './change-text.ts'
import { Course } from './course.tsx'
import { summed, useCard } from './use-card.ts'

const rate = (online: number, known: number): number | null => (known === 0 ? null : (100 * online) / known)

/** The share of time devices were online. */
export function DevicesCard() {
  const { t } = useTranslation('analysis')
  const reader = useReader()
  const { ofRate } = useChangeText()
  const card = useCard('devices')
  if (!card) return null
  const say = (value: number) => `${numberText(value, 1, reader)}\u202f%`
  return (
    <Card title={t($ => $.devices.title)} card={card} all={{ rows: 'device' }} says={t($ => $.devices.says)}>
      {data => {
        const [online, known] = ['online', 'known'].map(wanted =>
          summed(
            data.lines.filter(({ key }) => key === wanted),
            data,
          ),
        )
        if (!online || !known) return null
        const now = rate(online.now, known.now)
        const values = online.values.map((value, i) => rate(value, known.values[i] ?? 0))
        return (
          <>
            <Figure
              name={t($ => $.devices.rate)}
              value={now === null ? '—' : say(now)}
              change={ofRate(now, rate(online.before, known.before))}
            />
            <Course
              label={t($ => $.devices.title)}
              card={data}
              lines={[{ name: t($ => $.devices.rate), values }]}
              say={say}
              most={100}
            />
          </>
        )
      }}
    </Card>
  )
}
