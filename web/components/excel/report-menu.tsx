import { Button, Dropdown } from 'antd'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#shared/endpoint.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useMayCall } from '#web/data/session.ts'
import { useScreen } from '../screen-context.tsx'
import { useExport } from './use-export.ts'

interface Props {
  endpoint: Endpoint
  label: string
  /** The reports to choose from, with the endpoint's body for each. */
  items: readonly { key: string; label: string; body: object }[]
}

/** A report as PDF over the chosen days, or by mail regularly; nothing for users who may not have it. */
export function ReportMenu({ endpoint, label, items }: Props) {
  const { t } = useTranslation('excel')
  const { open } = useScreen()
  const may = useMayCall(endpoint)
  const { start, busy } = useExport(endpoint)
  if (!may) return null
  const shown = [
    ...items.map(({ key, label, body }) => ({ key, label, onClick: () => void start({ body }) })),
    { type: 'divider' as const },
    {
      key: 'mail',
      label: t($ => $.byMail),
      onClick: () => open(hrefOf(paths.personal, { section: 'reports' })),
    },
  ]
  return (
    <Dropdown menu={{ items: shown }} trigger={['click']}>
      <Button icon={<FileText size={16} aria-hidden />} loading={busy}>
        {label}
      </Button>
    </Dropdown>
  )
}
