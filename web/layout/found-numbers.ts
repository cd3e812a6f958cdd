import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { orders } from '#shared/contracts/orders.ts'
import { questions } from '#shared/contracts/questions.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { call } from '#web/data/client.ts'
import { mayCall, useSession } from '#web/data/session.ts'
import type { Found } from './found.ts'

interface Ticket {
  id: string
  number: string
  customer: string | null
  house: { name: string } | null
}

const FEW = 8
const asked = (search: string) => ({ query: { search, size: FEW } })

/** What has a number: where it is read, and its screens, the provider's before a customer's own. */
const kinds = [
  {
    endpoint: orders.list,
    read: async (search: string): Promise<Ticket[]> => (await call(orders.list, asked(search))).items,
    screens: [paths.orders, paths.myOrders],
  },
  {
    endpoint: repairs.list,
    read: async (search: string): Promise<Ticket[]> => (await call(repairs.list, asked(search))).items,
    screens: [paths.repairs, paths.myRepairs],
  },
  {
    endpoint: inquiries.list,
    read: async (search: string): Promise<Ticket[]> => (await call(inquiries.list, asked(search))).items,
    screens: [paths.inquiries, paths.myInquiries],
  },
  {
    endpoint: questions.list,
    read: async (search: string): Promise<Ticket[]> => (await call(questions.list, asked(search))).items,
    screens: [paths.questions, paths.myQuestions],
  },
] as const

/** A number, or the beginning of one: `SO20261124-0001`, `RP2026`, `1124-0001`. */
const isNumber = (text: string) => /^(SO|RP|IQ|QA)\d*|\d{3}/i.test(text)

/** Orders, repairs, inquiries and questions by their numbers. */
export function useNumbers(search: string, exists: (path: string) => boolean) {
  const session = useSession()
  const mine = kinds.flatMap(({ endpoint, read, screens }) => {
    const path = screens.find(exists)
    return path !== undefined && mayCall(endpoint, session) ? [{ endpoint, read, path }] : []
  })
  const isAsked = isNumber(search)
  const answers = useQueries({
    queries: mine.map(({ endpoint, read }) => ({
      queryKey: [endpoint.path, 'palette', search],
      queryFn: () => read(search),
      enabled: isAsked,
      placeholderData: keepPreviousData,
    })),
  })
  const wanted = search.toLowerCase()
  return {
    isSearching: answers.some(({ isFetching }) => isFetching),
    found: !isAsked
      ? []
      : mine.flatMap(({ path }, at) =>
          (answers[at]?.data ?? [])
            .filter(({ number }) => number.toLowerCase().includes(wanted))
            .map(
              ({ id, number, customer, house }): Found => ({
                key: `number-${number}`,
                kind: 'number',
                title: number,
                says: [customer, house?.name].filter(Boolean).join(' · '),
                href: hrefOf(path, { id }),
              }),
            ),
        ),
  }
}
