import { Button } from 'antd'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDiscardQuestion } from '#web/components/use-discard-question.ts'
import { useNewVersion } from '#web/data/new-version.ts'
import { discardUnsaved, isAnythingUnsaved } from '#web/data/tabs/unsaved.ts'
import './notices.css'

/** Offers to load a version deployed while the page was open. It never loads by itself. `isHeld`: it could not be loaded now. */
export function NewVersionBar({ isHeld }: { isHeld: boolean }) {
  const { t } = useTranslation()
  const question = useDiscardQuestion()
  const isNew = useNewVersion()
  const [isLater, setIsLater] = useState(false)
  if (!isNew || isLater || isHeld) return null
  const load = () => {
    if (!isAnythingUnsaved()) return location.reload()
    question(
      {
        title: t($ => $.unsavedTitle),
        content: t($ => $.newVersionUnsaved),
        okText: t($ => $.discardAndLoad),
        cancelText: t($ => $.cancel),
      },
      () => {
        discardUnsaved()
        location.reload()
      },
    )
  }
  return (
    <div className="notice-bar" data-kind="info" role="status">
      <RefreshCw size={17} strokeWidth={1.75} aria-hidden />
      <span>
        <strong>{t($ => $.newVersion)}</strong>
        {t($ => $.newVersionSays)}
      </span>
      <Button size="small" type="primary" onClick={load}>
        {t($ => $.reload)}
      </Button>
      <Button size="small" type="text" onClick={() => setIsLater(true)}>
        {t($ => $.later)}
      </Button>
    </div>
  )
}
