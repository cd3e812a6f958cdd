import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#web/components/secret-lines.tsx'
import { StateMark } from '#web/components/state-mark.tsx'

/** The new codes, shown this once. */
export function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const { t } = useTranslation('personal')
  return (
    <section className="personal-codes" aria-label={t($ => $.factor.codes)}>
      <p>
        <StateMark state="watch" /> {t($ => $.factor.codesOnce)}
      </p>
      <ul className="mono">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="personal-rows-foot">
        <CopyButton name={t($ => $.factor.codes)} value={codes.join('\n')} />
        <Button type="primary" onClick={close}>
          {t($ => $.factor.kept)}
        </Button>
      </div>
    </section>
  )
}
