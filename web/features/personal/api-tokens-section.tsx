import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { TerminalSquare } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiToken, apiTokens } from '#shared/contracts/api-tokens.ts'
import { dateOf } from '#shared/dates.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { later } from '#web/components/later.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { Line } from '#web/components/secret-lines.tsx'
import { StateMark, StateWord } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'
import { serverNow } from '#web/data/clock.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { SectionSkeleton } from './section-skeleton.tsx'

const TokenDialog = later(() => import('./api-token-dialog.tsx').then(of => of.ApiTokenDialog))

/** Tokens that let programs call in the user's name. */
export function ApiTokensSection() {
  const { t } = useTranslation('personal')
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [apiTokens.list.path],
    queryFn: () => call(apiTokens.list),
  })
  if (!data) return error ? <LoadProblem error={error} retry={() => void refetch()} /> : <SectionSkeleton />
  return (
    <>
      {made && (
        <section className="personal-codes" aria-label={t($ => $.tokens.made)}>
          <p>
            <StateMark state="watch" /> {t($ => $.tokens.once)}
          </p>
          <dl>
            <Line name={t($ => $.tokens.token)} value={made} />
          </dl>
        </section>
      )}
      {data.length === 0 && <p className="personal-none">{t($ => $.tokens.none)}</p>}
      <ul className="personal-rows">
        {data.map(token => (
          <Row key={token.id} token={token} />
        ))}
      </ul>
      <div className="personal-rows-foot">
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {t($ => $.tokens.docs)}
        </a>
        <ActionButton endpoint={apiTokens.create} type="primary" onClick={() => setIsMaking(true)}>
          {t($ => $.tokens.new)}
        </ActionButton>
      </div>
      {isMaking && (
        <TokenDialog
          done={token => {
            setIsMaking(false)
            setMade(token)
          }}
          close={() => setIsMaking(false)}
        />
      )}
    </>
  )
}

function Row({ token }: { token: ApiToken }) {
  const { t } = useTranslation('personal')
  const { id, name, permissions, lastUsedAt, expiresAt, endsOn } = token
  const language = usePreferences(({ language }) => language)
  const confirmed = useConfirmed({ success: t($ => $.tokens.revoked) })
  const isOver = Date.parse(expiresAt) <= serverNow()
  const revoke = () =>
    confirmed(
      {
        title: t($ => $.tokens.revokeAsk, { name }),
        says: t($ => $.tokens.revokeSays),
        ok: t($ => $.tokens.revoke),
      },
      () => call(apiTokens.remove, { params: { id } }),
    )
  return (
    <li>
      <TerminalSquare size={20} strokeWidth={1.75} aria-hidden />
      <div>
        <p>
          <strong>{name}</strong> {isOver && <StateWord state="offline">{t($ => $.tokens.over)}</StateWord>}
        </p>
        <p className="caption">
          {t($ => $.tokens.rights, { count: permissions.length })} · {t($ => $.tokens.used)}{' '}
          <Age at={lastUsedAt} /> · {t($ => $.tokens.until)} {dateOf(endsOn, language)}
        </p>
      </div>
      <Button aria-label={`${t($ => $.tokens.revoke)}: ${name}`} onClick={revoke}>
        {t($ => $.tokens.revoke)}
      </Button>
    </li>
  )
}
