import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/data/client.ts'
import { type WantedFactor, wantedFactor } from '#web/data/second-factor.ts'
import { type GivenFactor, signIn } from '#web/data/session.ts'

export interface SignIn {
  busy: boolean
  /** What went wrong with the last try, in the reader's language. */
  problem: string | null
  tryWith(username: string, password: string): Promise<void>
  /** The password was right; the account needs a second factor too. */
  wanted: WantedFactor | null
  tryFactor(factor: GivenFactor): Promise<void>
  /** Back to account and password. */
  startAnew(): void
}

/** One sign-in attempt at a time; `done` is called after success. */
export function useSignIn(done: () => void): SignIn {
  const { t } = useTranslation('sign-in')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const [asked, setAsked] = useState<{ pair: [string, string]; wanted: WantedFactor } | null>(null)

  async function tryWith(username: string, password: string, factor: GivenFactor = {}): Promise<void> {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      const loaded = await signIn(username, password, factor)
      if (loaded === 'loaded') return done()
      if (loaded === 'unreachable') setProblem(i18next.t($ => $.unreachable, { ns: 'data' }))
    } catch (error) {
      const wanted = wantedFactor(error)
      if (wanted) setAsked({ pair: [username, password], wanted })
      const isFirst = wanted && !factor.otp && !factor.passkey
      setProblem(isFirst ? null : reason(error))
    } finally {
      setBusy(false)
    }
  }

  function reason(error: unknown): string {
    if (!(error instanceof CallError)) throw error
    if (error.status === 0) return i18next.t($ => $.unreachable, { ns: 'data' })
    // A refusal for other reasons (too many tries, disabled customer) has its own message.
    const isPair = error.code === 40003 && (error.fields.length > 0 || !error.message)
    return isPair ? t($ => $.wrongPair) : error.message
  }

  return {
    busy,
    problem,
    tryWith: (username, password) => tryWith(username, password),
    wanted: asked?.wanted ?? null,
    tryFactor: async factor => {
      if (asked) await tryWith(...asked.pair, factor)
    },
    startAnew: () => {
      setAsked(null)
      setProblem(null)
    },
  }
}
