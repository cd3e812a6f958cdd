import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Phone, WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmNumber } from '#shared/contracts/alarms.ts'
import { keptNumbers, noteNumbers } from '#web/data/offline/numbers.ts'

type Numbers = readonly AlarmNumber[]

const SHOWN = 3

/** Whom of the farm to call, whoever is on call first. They are kept for when there is no network. */
export function AlarmNumbers({ numbers }: { numbers: Numbers }) {
  useEffect(() => {
    if (numbers.length > 0) void noteNumbers(numbers)
  }, [numbers])
  return <Numbers numbers={numbers} />
}

function Numbers({ numbers }: { numbers: Numbers }) {
  const { t } = useTranslation('alarms')
  if (numbers.length === 0) return null
  return (
    <div className="alarm-numbers">
      {numbers.slice(0, SHOWN).map(({ name, phone, isOnCall }) => (
        <Button
          key={`${name} ${phone}`}
          block
          href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
          icon={<Phone size={16} aria-hidden />}
        >
          {t($ => (isOnCall ? $.callOnCall : $.call), { name })}
        </Button>
      ))}
    </div>
  )
}

/** Nobody answers: the alarm cannot be shown, but the farm's own numbers are here. */
export function NoNetwork() {
  const { t } = useTranslation('alarms')
  const { data } = useQuery({
    queryKey: ['kept', 'alarm numbers'],
    queryFn: keptNumbers,
    networkMode: 'always',
    gcTime: 0,
  })
  return (
    <section className="card alarm-card stack" role="alert">
      <p>
        <WifiOff size={18} aria-hidden /> <strong>{t($ => $.noNetwork)}</strong>
      </p>
      <p>{data && data.length > 0 ? t($ => $.noNetworkCall) : t($ => $.noNetworkGo)}</p>
      <Numbers numbers={data ?? []} />
    </section>
  )
}
