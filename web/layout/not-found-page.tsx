import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ResultPage } from '#web/components/result-page.tsx'
import { useSession } from '#web/data/session.ts'
import { NoticePage } from './notice-page.tsx'

/** `/404`: inside the shell for who is signed in, a page of its own for everybody else. */
export function NotFoundPage() {
  const { t } = useTranslation()
  const isSignedIn = useSession(({ user }) => user !== null)
  const Frame = isSignedIn ? NoticePage : ResultPage
  return (
    <Frame title={t($ => $.notFound)} text={t($ => $.notFoundSays)}>
      <Button type="primary" href="/">
        {t($ => $.toHome)}
      </Button>
    </Frame>
  )
}
