import { useTranslation } from 'react-i18next'
import { alarmLabel, causes } from '#shared/alarms.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useReader } from '#web/data/preferences.ts'
import { Card } from './card.tsx'
import { Counted } from './counted.tsx'
import { Ranks } from './ranks.tsx'
import { linesIn, spanOf, useCard } from './use-card.ts'

/** Alarms of customers that share, by kind and by cause as people found it. */
export function AlarmsCard() {
  const { t } = useTranslation('analysis')
  const { t: ofAlarms } = useTranslation('alarms')
  const { language } = useReader()
  const card = useCard('alarms')
  if (!card) return null
  const causeOf = (key: string) => causes.find(cause => cause === key)
  return (
    <Card
      title={t($ => $.alarms.title)}
      card={card}
      all={card.data && { href: hrefOf(paths.alarms, spanOf(card.data)) }}
    >
      {data => (
        <>
          <Counted title={t($ => $.alarms.title)} name={t($ => $.alarms.all)} data={data} kind="alarm" />
          <div className="trend-halves">
            <Ranks
              title={t($ => $.alarms.kinds)}
              ranks={linesIn(data, 'alarm').map(line => ({
                ...line,
                name: alarmLabel(line.key)[language],
                behind: { href: hrefOf(paths.alarms, { alarmCode: line.key, ...spanOf(data) }) },
              }))}
            />
            <Ranks
              title={t($ => $.alarms.causes)}
              ranks={linesIn(data, 'cause').map(line => {
                const cause = causeOf(line.key)
                return {
                  ...line,
                  name: cause ? ofAlarms($ => $.causes[cause]) : t($ => $.alarms.noCause),
                  behind: { href: hrefOf(paths.alarms, { cause: cause ?? 'none', ...spanOf(data) }) },
                }
              })}
            />
          </div>
          {data.notShared ? (
            <p className="caption num">{t($ => $.notShared, { count: data.notShared })}</p>
          ) : null}
        </>
      )}
    </Card>
  )
}
