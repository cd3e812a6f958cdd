import { Button } from 'antd'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type OrderDetail, orders } from '#shared/contracts/orders.ts'
import { orderPapers, paperNames } from '#shared/order-papers.ts'
import { languageNames, languages } from '#shared/text.ts'
import { useExport } from '#web/components/excel/use-export.ts'
import { MenuButton } from '#web/components/menu-button.tsx'
import { useMayCall } from '#web/data/session.ts'

/** Papers of an order as PDF, in either language, whatever the reader's is. */
export function OrderPapers({ order: { id } }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const may = useMayCall(orders.paper)
  const { start, busy } = useExport(orders.paper)
  if (!may) return null
  const items = languages.map(language => ({
    key: language,
    type: 'group' as const,
    label: languageNames[language],
    children: orderPapers.map(paper => ({
      key: `${language} ${paper}`,
      label: paperNames[paper][language],
      onClick: () => void start({ params: { id }, body: { paper, language } }),
    })),
  }))
  return (
    <MenuButton
      button={
        <Button icon={<FileText size={16} aria-hidden />} loading={busy}>
          {t($ => $.papers)}
        </Button>
      }
      menu={{ items }}
    />
  )
}
