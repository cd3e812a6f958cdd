import { Button } from 'antd'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type InquiryDetail, inquiries } from '#shared/contracts/inquiries.ts'
import { orders } from '#shared/contracts/orders.ts'
import { dateOf } from '#shared/dates.ts'
import { sumsOf } from '#shared/orders.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { languageNames, languages } from '#shared/text.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { useExport } from '#web/components/excel/use-export.ts'
import { AgreedTerms } from '#web/components/goods/agreed-terms.tsx'
import { PricedLines } from '#web/components/goods/priced-lines.tsx'
import { later } from '#web/components/later.tsx'
import { useShowDialog } from '#web/components/list/list-dialogs.tsx'
import { MenuButton } from '#web/components/menu-button.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

const QuotationForm = later(() => import('./quotation-form.tsx').then(file => file.QuotationForm))

/**
 * The provider's quotation for an inquiry and what follows: staff quote and enter an order, the customer orders at these
 * prices.
 */
export function Quoted({ inquiry }: { inquiry: InquiryDetail }) {
  const { t } = useTranslation('inquiries')
  const language = usePreferences(({ language }) => language)
  const { exists, open } = useScreen()
  const show = useShowDialog()
  const { id, quotation, isOwn } = inquiry
  const mayAccept = useMayCall(orders.placeQuoted) && isOwn && exists(paths.myOrders)
  const mayOrder = useMayCall(orders.create) && exists(paths.orders)
  return (
    <section className="inquiry-quoted stack gap-3">
      {quotation && (
        <>
          <h3>{t($ => $.quotation)}</h3>
          <PricedLines {...quotation} />
          <AgreedTerms
            terms={quotation}
            sum={sumsOf(quotation.lines, quotation.freight, quotation.currency)?.total.amount ?? null}
            currency={quotation.currency}
          />
          {quotation.validUntil && (
            <p>{t($ => $.validUntil, { day: dateOf(quotation.validUntil, language) })}</p>
          )}
        </>
      )}
      <div className="inquiry-ways row wrap stretch">
        {quotation && mayAccept && (
          <Button type="primary" onClick={() => open(hrefOf(paths.myOrders, { quotation: id }))}>
            {t($ => $.accept)}
          </Button>
        )}
        <ActionButton
          endpoint={inquiries.quote}
          type={quotation ? 'default' : 'primary'}
          onClick={() => show(close => <QuotationForm inquiry={inquiry} close={close} />)}
        >
          {t($ => $[quotation ? 'quoteAnew' : 'quote'])}
        </ActionButton>
        {quotation && <Paper id={id} />}
        {mayOrder && (
          <Button onClick={() => open(hrefOf(paths.orders, { inquiry: id }))}>{t($ => $.toOrder)}</Button>
        )}
      </div>
    </section>
  )
}

/** The quotation as PDF, in either language. */
function Paper({ id }: { id: string }) {
  const { t } = useTranslation('inquiries')
  const may = useMayCall(inquiries.paper)
  const { start, busy } = useExport(inquiries.paper)
  if (!may) return null
  const items = languages.map(language => ({
    key: language,
    label: languageNames[language],
    onClick: () => void start({ params: { id }, body: { language } }),
  }))
  return (
    <MenuButton
      button={
        <Button icon={<FileText size={16} aria-hidden />} loading={busy}>
          {t($ => $.paper)}
        </Button>
      }
      menu={{ items }}
    />
  )
}
