import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { StateMark } from '#web/components/state-mark.tsx'

interface Props {
  /** The settings, or the houses, whose temporary values a change ends. */
  names: readonly string[]
  isMeant: boolean
  mean: (isMeant: boolean) => void
}

/** Asks before a permanent change ends temporary values; nothing without any. */
export function EndTemporary({ names, isMeant, mean }: Props) {
  const { t } = useTranslation('settings')
  if (names.length === 0) return null
  return (
    <section className="send-risks" role="alert">
      <p>
        <StateMark state="watch" /> {t($ => $.endsTemporary, { names: names.join(t($ => $.listComma)) })}
      </p>
      <Checkbox checked={isMeant} onChange={({ target }) => mean(target.checked)}>
        {t($ => $.endsTemporaryMeant)}
      </Checkbox>
    </section>
  )
}
