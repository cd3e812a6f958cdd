import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { basket } from '#shared/contracts/mall.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

interface Line {
  goodId: string
  variantId: string | null
  quantity: number
}

/** Changes the basket, one change at a time. */
export function useBasketChange() {
  const { t } = useTranslation('components')
  const { message } = App.useApp()
  const { submit, busy } = useSubmit({ inTurn: true })
  const [mayPut, mayClear] = [useMayCall(basket.put), useMayCall(basket.clear)]
  return {
    /** Read-only users have no basket. */
    isOpen: mayPut && mayClear,
    busy,
    put: (line: Line) => submit(() => call(basket.put, { body: line })),
    clear: () => submit(() => call(basket.clear)),
    /** Adds a quantity of a good, and says so. */
    add: async (line: Line, name: string) => {
      if (await submit(() => call(basket.put, { body: line })))
        void message.success(t($ => $.goods.added, { name }))
    },
  }
}
