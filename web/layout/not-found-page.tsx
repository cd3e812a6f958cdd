import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { NoticePage } from './notice-page.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <NoticePage title={t($ => $.notFound)} text={t($ => $.notFoundSays)}>
      <Button type="primary" href="/">
        {t($ => $.toHome)}
      </Button>
    </NoticePage>
  )
}
