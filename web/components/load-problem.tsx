import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/data/client.ts'
import { StateMark } from './state-mark.tsx'
import './load-problem.css'

/** Stands where something could not be loaded: what, why, and the way to try again. */
export function LoadProblem({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation('components')
  const silent = error instanceof CallError && error.status === 0
  const why = silent ? t($ => $.noAnswer) : error instanceof Error ? error.message : ''
  return (
    <div className="load-problem" role="alert">
      <p>
        <StateMark state="alarm" /> <strong>{t($ => $.loadFailed)}</strong>
      </p>
      {why && <p>{why}</p>}
      <Button onClick={retry}>{t($ => $.retry)}</Button>
    </div>
  )
}
