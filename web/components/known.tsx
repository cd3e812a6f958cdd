import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StateMark } from './state-mark.tsx'
import './known.css'

/** An answer that a sentence or count rests on. */
export type Asked = Pick<UseQueryResult, 'data' | 'status' | 'fetchStatus' | 'refetch'>

type Coming = Pick<UseQueryResult, 'isLoading' | 'failureCount'>

/** Whether an answer is on its way and nothing has delayed it: no lost network, no failure. */
export const isComing = ({ isLoading, failureCount }: Coming): boolean => isLoading && failureCount === 0

/** In front of what these answers would push: it waits, unseen, until they are there. */
export const WaitFor = ({ of }: { of: readonly Coming[] }) => of.some(isComing) && <div hidden data-coming />

/** What is known of several answers: those still on their way, and those that failed. */
export interface Knowing {
  isKnown: boolean
  isWaiting: boolean
  asked: number
  failed: readonly Asked[]
}

/** A question that is not asked, because the reader may not ask it, is left out. Older answers count as known. */
export function knowingOf(answers: readonly Asked[]): Knowing {
  const asked = answers.filter(({ status, fetchStatus }) => status !== 'pending' || fetchStatus !== 'idle')
  const missing = asked.filter(({ data }) => data === undefined)
  const failed = missing.filter(({ status }) => status === 'error')
  return {
    isKnown: missing.length === 0,
    isWaiting: failed.length < missing.length,
    asked: asked.length,
    failed,
  }
}

/**
 * A sentence or list that is true only once all of its answers are there: a grey line until then, and if some failed, how many,
 * with a retry. The one place where "nothing", "none" and a sum may be said.
 */
export function Known({ of, children }: { of: readonly Asked[]; children: () => ReactNode }) {
  const { isKnown, isWaiting } = knowingOf(of)
  if (isKnown) return children()
  return isWaiting ? <i className="known-waiting" aria-busy="true" /> : <NotLoaded of={of} />
}

/** Which share of the answers failed, with a retry; nothing while all are known or some on their way. */
export function NotLoaded({ of }: { of: readonly Asked[] }) {
  const { t } = useTranslation('components')
  const { isWaiting, asked, failed } = knowingOf(of)
  if (isWaiting || failed.length === 0) return null
  const retry = () => {
    for (const { refetch } of failed) void refetch()
  }
  return (
    <p className="known-failed num" role="status">
      <StateMark state="alarm" />
      <span>
        {asked === 1 ? t($ => $.loadFailed) : t($ => $.partlyFailed, { failed: failed.length, count: asked })}
      </span>
      <button type="button" onClick={retry}>
        {t($ => $.retry)}
      </button>
    </p>
  )
}
