import { useQuery } from '@tanstack/react-query'
import { MessageCircle, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { mall } from '#shared/contracts/mall.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { later } from '#web/components/later.tsx'
import { useSettled } from '#web/components/use-settled.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { MallCard } from './mall-card.tsx'

const AskForm = later(() => import('./ask-form.tsx').then(file => file.AskForm))

/** Whoever still types has not searched in vain. ms */
const SETTLED_MS = 1_200

interface Props {
  search: string
  /** How many houses the viewer has. */
  houses: number
  open: (id: string) => void
}

/** A search without results: the goods that come nearest, and an inquiry with the typed words. */
export function NothingFound({ search, houses, open }: Props) {
  const { t } = useTranslation('mall')
  const [isAsking, setAsking] = useState(false)
  const settled = useSettled(search, SETTLED_MS)
  const mayAsk = useMayCall(mall.nearest)
  const { data: nearest = [] } = useQuery({
    queryKey: [mall.nearest.path, settled],
    queryFn: () => call(mall.nearest, { body: { search: settled } }),
    // Asking again would count the search again.
    staleTime: Number.POSITIVE_INFINITY,
    enabled: mayAsk && settled === search,
  })
  return (
    <section className="mall-nothing stack gap-4">
      <div className="empty-list">
        <SearchX size={24} strokeWidth={1.75} aria-hidden />
        <strong>{t($ => $.nothing.title, { search })}</strong>
        {t($ => $.nothing.says)}
        <ActionButton
          endpoint={inquiries.create}
          type="primary"
          icon={<MessageCircle size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t($ => $.nothing.ask)}
        </ActionButton>
      </div>
      {nearest.length > 0 && (
        <>
          <h2>{t($ => $.nothing.nearest)}</h2>
          <ul className="mall-cards">
            {nearest.map(card => (
              <MallCard
                key={card.id}
                card={card}
                houses={houses}
                isOpen={false}
                isCompared={false}
                open={() => open(card.id)}
                compare={null}
              />
            ))}
          </ul>
        </>
      )}
      {isAsking && (
        <AskForm text={t($ => $.nothing.asks, { search })} lines={[]} close={() => setAsking(false)} />
      )}
    </section>
  )
}
