import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/data/client.ts'
import { signIn } from '#web/data/session.ts'

export interface SignIn {
  busy: boolean
  /** What went wrong with the last try, in the reader's language. */
  problem: string | null
  tryWith(username: string, password: string): Promise<void>
}

/** One try to sign in at a time; `done` is called after a good one. */
export function useSignIn(done: () => void): SignIn {
  const { t } = useTranslation('sign-in')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function tryWith(username: string, password: string): Promise<void> {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      const loaded = await signIn(username, password)
      if (loaded === 'loaded') return done()
      if (loaded === 'unreachable') setProblem(i18next.t($ => $.unreachable, { ns: 'data' }))
    } catch (error) {
      setProblem(reason(error))
    } finally {
      setBusy(false)
    }
  }

  function reason(error: unknown): string {
    if (!(error instanceof CallError)) throw error
    if (error.status === 0) return i18next.t($ => $.unreachable, { ns: 'data' })
    // A refusal that is not about the pair (too many tries, disabled customer) says so itself.
    const isPair = error.code === 40003 && (error.fields.length > 0 || !error.message)
    return isPair ? t($ => $.wrongPair) : error.message
  }

  return { busy, problem, tryWith }
}
