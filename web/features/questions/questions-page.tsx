import { useTranslation } from 'react-i18next'
import { type Question, questions } from '#shared/contracts/questions.ts'
import { questionStates } from '#shared/questions.ts'
import { NOT_BEGUN } from '#web/components/help/begun-address.ts'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { useCustomerFilter } from '#web/components/list/customer-filter.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { useOpened } from '#web/components/list/use-opened.ts'
import { MADE_IN, useMadeFilter } from '#web/components/records/made-filter.ts'
import { RecordCell } from '#web/components/records/record-cell.tsx'
import { useTickets } from '#web/components/records/use-tickets.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { markOfQuestion } from './question-mark.ts'

const QuestionDetail = later(() => import('./question-detail.tsx').then(file => file.QuestionPanel))
const QuestionForm = later(() => import('./question-form.tsx').then(file => file.QuestionForm))

/** Filters in the address. */
const FILTERS = ['search', 'standing', 'officeId', 'wait', ...MADE_IN]

/**
 * `/device-maintain/user-problem`: the viewer's organisation's questions to the provider; `?new=1` starts a new one, as for
 * repairs.
 */
export function MyQuestionsPage() {
  const { t } = useTranslation('questions')
  return (
    <Questions title={t($ => $.mine)} empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }} />
  )
}
MyQuestionsPage.readAhead = listReadAhead(questions.list, FILTERS)

/** `/device-maintain/user-problem/admin-list`: customers' questions, late ones first, then open ones by age. */
export function QuestionsPage() {
  const { t } = useTranslation('questions')
  return (
    <Questions title={t($ => $.title)} empty={{ title: t($ => $.noneTitle), says: t($ => $.noneSays) }} />
  )
}
QuestionsPage.readAhead = listReadAhead(questions.list, FILTERS)

function Questions({ title, empty }: { title: string; empty: { title: string; says: string } }) {
  const { t } = useTranslation('questions')
  const { search, setSearch } = useScreen()
  const list = useList(questions.list, FILTERS, { counts: questions.counts })
  const opened = useOpened(list, 'id')
  const { before, after, chips, waited } = useTickets<Question>(questionStates, markOfQuestion)
  const removing = useConfirmed({ success: t($ => $.removed) })
  const customers = useCustomerFilter()
  const made = useMadeFilter(list)
  const mayRead = useMayCall(questions.get)
  const mayAsk = useMayCall(questions.create)
  const columns: Column<Question>[] = [
    {
      key: 'text',
      title: t($ => $.question),
      width: 320,
      render: ({ text, number }) => <RecordCell about={text} number={number} />,
    },
    ...before,
    ...after,
  ]
  return (
    <ListPage
      list={list}
      title={title}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      chips={chips}
      filters={[...customers, waited, ...made]}
      columns={columns}
      excel={questions}
      create={{
        label: t($ => $.ask),
        endpoint: questions.create,
        run: () => setSearch({ new: '1' }, { push: true }),
      }}
      actions={({ id, number }) => (
        <RowActions
          name={number}
          actions={[
            {
              key: 'remove',
              label: t($ => $.remove),
              endpoint: questions.remove,
              isRare: true,
              onClick: () =>
                removing(
                  {
                    title: t($ => $.removeAsk, { number }),
                    says: t($ => $.removeSays),
                    ok: t($ => $.remove),
                  },
                  () => call(questions.remove, { params: { id } }),
                ),
            },
          ]}
        />
      )}
      empty={empty}
      {...(mayRead && { detail: { opened, show: id => <QuestionDetail id={id} opened={opened} /> } })}
    >
      {search.new !== undefined && mayAsk && (
        <QuestionForm
          search={search}
          close={() => setSearch(NOT_BEGUN)}
          open={id => setSearch({ ...NOT_BEGUN, id })}
        />
      )}
    </ListPage>
  )
}
