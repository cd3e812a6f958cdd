import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/data/client.ts'
import { notSharedOf } from '#web/data/error-catalogue.ts'
import { NotShared } from './not-shared.tsx'
import { StateMark } from './state-mark.tsx'
import './load-problem.css'

/** Shown where something could not be loaded: what, why, and a retry, or who decides that it is not shown. */
export function LoadProblem({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation('components')
  const missing = error instanceof CallError && notSharedOf(error)
  if (missing) return <NotShared consent={missing} refusal={error.message} />
  const silent = error instanceof CallError && error.status === 0
  const said = error instanceof Error ? error.message : ''
  const why = silent ? t($ => $.noAnswer) : said || t($ => $.serverFailed)
  return (
    <div className="load-problem" role="alert">
      <p>
        <StateMark state="alarm" /> <strong>{t($ => $.loadFailed)}</strong>
      </p>
      <p>{why}</p>
      <Button onClick={retry}>{t($ => $.retry)}</Button>
    </div>
  )
}
