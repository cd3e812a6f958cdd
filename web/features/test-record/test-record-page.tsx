import { useQuery } from '@tanstack/react-query'
import { FileX2, ShieldAlert, ShieldCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { testLogContract, type VerifiedTest } from '#shared/contracts/test-log.ts'
import { logFaults, testKinds } from '#shared/test-log.ts'
import { factsSay } from '#shared/test-words.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { PlainInput } from '#web/components/plain-input.tsx'
import { PublicFrame } from '#web/components/public-frame.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Statement } from '#web/components/statement.tsx'
import { HouseMoment } from '#web/components/time.tsx'
import { CallError, call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import '#web/components/plain-button.css'
import './test-record.css'

/** `/test-record?code=`: an entry of a farm's log of tests, for whoever holds its code; nobody needs an account. */
export function TestRecordPage() {
  const { search } = useScreen()
  const code = search.code ?? ''
  return (
    <PublicFrame>
      <main className="public-page">{code === '' ? <CodeForm /> : <Verified key={code} code={code} />}</main>
    </PublicFrame>
  )
}

/** For a code that is read off the paper. */
function CodeForm() {
  const { t } = useTranslation('test-record')
  const { setSearch } = useScreen()
  const [typed, setTyped] = useState('')
  const look = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') setSearch({ code: typed.trim() })
  }
  return (
    <form className="test-record-form" onSubmit={look}>
      <h1>{t($ => $.title)}</h1>
      <p>{t($ => $.ask)}</p>
      <PlainInput
        label={t($ => $.code)}
        problem={null}
        maxLength={64}
        autoComplete="off"
        value={typed}
        change={setTyped}
      />
      <button type="submit" className="plain-button" data-primary>
        {t($ => $.look)}
      </button>
    </form>
  )
}

function Verified({ code }: { code: string }) {
  const { t } = useTranslation('test-record')
  const { data, error, refetch } = useQuery({
    queryKey: [testLogContract.verified.path, code],
    queryFn: () => call(testLogContract.verified, { params: { code } }),
    retry: false,
  })
  if (error instanceof CallError && error.status === 404)
    return (
      <Statement icon={FileX2} title={t($ => $.unknown)} text={t($ => $.unknownSays)}>
        {null}
      </Statement>
    )
  if (error) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return <p aria-busy="true">{t($ => $.opening)}</p>
  return (
    <>
      <Verdict verdict={data.verdict} />
      <Facts entry={data.entry} />
      <Signature signed={data.signed} />
    </>
  )
}

/** Whether the entry can be relied on: said before what it says. */
function Verdict({ verdict: { entries, fault } }: Pick<VerifiedTest, 'verdict'>) {
  const { t } = useTranslation('test-record')
  const { language } = useReader()
  const Icon = fault ? ShieldAlert : ShieldCheck
  return (
    <section className="test-verdict" data-broken={fault ? '' : undefined} role={fault ? 'alert' : 'status'}>
      <Icon size={28} aria-hidden />
      <div>
        <h1>{fault ? t($ => $.broken) : t($ => $.holds)}</h1>
        <p>
          {fault
            ? t($ => $.brokenSays, { number: fault.number, what: logFaults[fault.what][language] })
            : t($ => $.holdsSays, { count: entries })}
        </p>
      </div>
    </section>
  )
}

function Facts({ entry }: Pick<VerifiedTest, 'entry'>) {
  const { t } = useTranslation('test-record')
  const reader = useReader()
  const { language } = reader
  const { number, farm, house, item, at, timeZone, isPassed, facts, people, correctedBy } = entry
  const [first] = people
  return (
    <>
      {correctedBy !== null && (
        <p className="test-corrected">{t($ => $.corrected, { number: correctedBy })}</p>
      )}
      <dl className="test-facts">
        <dt>{t($ => $.farm)}</dt>
        <dd>{farm[language]}</dd>
        <dt>{t($ => $.house)}</dt>
        <dd>{house?.name ?? t($ => $.allHouses)}</dd>
        <dt>{t($ => $.test)}</dt>
        <dd>
          {testKinds[facts.kind][language]} · {item[language]}
        </dd>
        <dt>{t($ => $.at)}</dt>
        <dd>
          <HouseMoment at={at} timeZone={timeZone} />
        </dd>
        {isPassed !== null && (
          <>
            <dt>{t($ => $.result)}</dt>
            <dd data-failed={isPassed ? undefined : ''}>
              <strong>{isPassed ? t($ => $.passed) : t($ => $.failed)}</strong>
            </dd>
          </>
        )}
        <dt>{t($ => $.seen)}</dt>
        <dd>
          <ul>
            {factsSay(entry, reader).map(said => (
              <li key={said}>{said}</li>
            ))}
          </ul>
        </dd>
        <dt>{t($ => $.by)}</dt>
        <dd>{first?.name ?? '–'}</dd>
        {first?.words && (
          <>
            <dt>{t($ => $.note)}</dt>
            <dd className="test-note">{first.words}</dd>
          </>
        )}
        <dt>{t($ => $.number)}</dt>
        <dd className="num">{number}</dd>
      </dl>
    </>
  )
}

/** For whoever wants to verify it by themselves. */
function Signature({ signed: { text, signature, keyId } }: Pick<VerifiedTest, 'signed'>) {
  const { t } = useTranslation('test-record')
  const address = `${location.origin}/api${testLogContract.keys.path}`
  return (
    <details className="test-signature">
      <summary>{t($ => $.signature)}</summary>
      <p>{t($ => $.signatureSays, { key: keyId, address })}</p>
      <code>{text}</code>
      <code>{signature}</code>
    </details>
  )
}
