import { useTranslation } from 'react-i18next'
import { type Inquiry, inquiries } from '#shared/contracts/inquiries.ts'
import { inquiryStates, offerStates, promiseStates } from '#shared/inquiries.ts'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { useCustomerFilter } from '#web/components/list/customer-filter.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { useOpened } from '#web/components/list/use-opened.ts'
import { MADE_IN, useMadeFilter } from '#web/components/records/made-filter.ts'
import { Promised } from '#web/components/records/promised.tsx'
import { RecordCell } from '#web/components/records/record-cell.tsx'
import { useTickets } from '#web/components/records/use-tickets.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { markOfInquiry } from './inquiry-mark.ts'

const InquiryDetail = later(() => import('./inquiry-detail.tsx').then(file => file.InquiryPanel))
const InquiryAboutOrder = later(() =>
  import('./inquiry-about-order.tsx').then(file => file.InquiryAboutOrder),
)
const InquiryForm = later(() => import('./inquiry-form.tsx').then(file => file.InquiryForm))

/** Filters in the address. */
const FILTERS = ['search', 'standing', 'promise', 'offer', 'officeId', 'wait', ...MADE_IN]

/** `/my-inquiry`: inquiries of the viewer's organisation. */
export function MyInquiriesPage() {
  const { t } = useTranslation('inquiries')
  return (
    <Inquiries title={t($ => $.mine)} empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }} />
  )
}
MyInquiriesPage.readAhead = listReadAhead(inquiries.list, FILTERS)

/** `/admin-inquiry`: customers' inquiries, late ones first, then open ones by age. */
export function InquiriesPage() {
  const { t } = useTranslation('inquiries')
  return (
    <Inquiries title={t($ => $.title)} empty={{ title: t($ => $.noneTitle), says: t($ => $.noneSays) }} />
  )
}
InquiriesPage.readAhead = listReadAhead(inquiries.list, FILTERS)

function Inquiries({ title, empty }: { title: string; empty: { title: string; says: string } }) {
  const { t } = useTranslation('inquiries')
  const list = useList(inquiries.list, FILTERS, { counts: inquiries.counts })
  const opened = useOpened(list, 'id')
  const { before, after, chips, waited } = useTickets<Inquiry>(inquiryStates, markOfInquiry)
  const removing = useConfirmed({ success: t($ => $.removed) })
  const customers = useCustomerFilter()
  const made = useMadeFilter(list)
  const language = usePreferences(({ language }) => language)
  const promised = {
    name: 'promise',
    label: t($ => $.promise),
    options: Object.entries(promiseStates).map(([value, label]) => ({ value, label: label[language] })),
  }
  const offered = {
    name: 'offer',
    label: t($ => $.quotation),
    options: Object.entries(offerStates).map(([value, label]) => ({ value, label: label[language] })),
  }
  const mayRead = useMayCall(inquiries.get)
  const mayAsk = useMayCall(inquiries.create)
  const { search, setSearch } = useScreen()
  const columns: Column<Inquiry>[] = [
    {
      key: 'text',
      title: t($ => $.inquiry),
      width: 320,
      render: ({ text, number }) => <RecordCell about={text} number={number} />,
    },
    ...before,
    {
      key: 'promise',
      title: t($ => $.promise),
      card: 'note',
      render: ({ waitsSince }) => (waitsSince === null ? null : <Promised since={waitsSince} />),
    },
    ...after,
  ]
  return (
    <ListPage
      list={list}
      title={title}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      chips={chips}
      filters={[...customers, promised, offered, waited, ...made]}
      columns={columns}
      excel={inquiries}
      create={{
        label: t($ => $.ask),
        endpoint: inquiries.create,
        dialog: close => <InquiryForm close={close} open={opened.open} />,
      }}
      actions={({ id, number }) => (
        <RowActions
          name={number}
          actions={[
            {
              key: 'remove',
              label: t($ => $.remove),
              endpoint: inquiries.remove,
              isRare: true,
              onClick: () =>
                removing(
                  {
                    title: t($ => $.removeAsk, { number }),
                    says: t($ => $.removeSays),
                    ok: t($ => $.remove),
                  },
                  () => call(inquiries.remove, { params: { id } }),
                ),
            },
          ]}
        />
      )}
      empty={empty}
      {...(mayRead && { detail: { opened, show: id => <InquiryDetail id={id} opened={opened} /> } })}
    >
      {search.new !== undefined && mayAsk && (
        <InquiryForm
          close={() => setSearch({ new: undefined })}
          open={id => setSearch({ id, new: undefined })}
        />
      )}
      {search.order && mayAsk && (
        <InquiryAboutOrder
          id={search.order}
          close={() => setSearch({ order: undefined })}
          open={id => setSearch({ id, order: undefined })}
        />
      )}
    </ListPage>
  )
}
