import { Button } from 'antd'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ResultPage } from '#web/components/result-page.tsx'
import { Statement } from '#web/components/statement.tsx'
import { useSession } from '#web/data/session.ts'

/** `/404`: inside the shell for signed-in users, a page of its own for everybody else. */
export function NotFoundPage() {
  const { t } = useTranslation()
  const isSignedIn = useSession(({ user }) => user !== null)
  const Frame = isSignedIn ? Statement : ResultPage
  return (
    <Frame icon={SearchX} title={t($ => $.notFound)} text={t($ => $.notFoundSays)}>
      <Button type="primary" href="/">
        {isSignedIn ? t($ => $.toHome) : t($ => $.toSignIn)}
      </Button>
    </Frame>
  )
}
