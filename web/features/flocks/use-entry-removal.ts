import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { CallError } from '#web/data/client.ts'

interface Removal {
  /** House and day of the entry. */
  name: string
  /** What is lost with it. */
  says: string
  /** `isKnownShort`: the house will be short of feed without it, and whoever deletes it knows. */
  run: (isKnownShort: boolean) => Promise<unknown>
}

/** Asks before an entry of a house and a day is deleted; where the house is then short of feed, asks once more. */
export function useEntryRemoval() {
  const { t } = useTranslation('flocks')
  const { t: word } = useTranslation('components')
  const { modal } = App.useApp()
  const confirm = useConfirmed({ success: t($ => $.feed.removed) })
  return ({ name, says, run }: Removal): void => {
    const ask = { title: t($ => $.feed.removeAsk, { name }), says, ok: t($ => $.remove) }
    const again = (short: string, refused: unknown) =>
      new Promise((done, fail) => {
        modal.confirm({
          title: ask.title,
          content: short,
          okText: t($ => $.feed.removeStill),
          cancelText: word($ => $.cancel),
          onOk: () => run(true).then(done, fail),
          onCancel: () => fail(refused),
        })
      })
    confirm(ask, async () => {
      try {
        return await run(false)
      } catch (error) {
        const short = error instanceof CallError && error.fields.find(({ field }) => field === 'isKnownShort')
        if (!short) throw error
        return again(short.message, error)
      }
    })
  }
}
