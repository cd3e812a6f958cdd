import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { type House, houses } from '#shared/contracts/houses.ts'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'

const CHARTS = '/deviceChart'

/** What the viewer may do with a house. */
export function HouseRowActions({ house, edit }: { house: House; edit: () => void }) {
  const { t } = useTranslation('houses')
  const { t: word } = useTranslation('components')
  const { modal } = App.useApp()
  const { open, exists } = useScreen()
  const { submit } = useSubmit({
    touches: [houses.list.path, houses.monitor.path],
    success: t($ => $.removed),
  })
  const askAndRemove = () =>
    void modal.confirm({
      title: t($ => $.removeAsk, { name: house.name }),
      content: t($ => $.removeSays),
      okText: t($ => $.remove),
      cancelText: word($ => $.cancel),
      onOk: () => submit(() => call(houses.remove, { params: { id: house.id } })),
    })
  return (
    <RowActions
      name={house.name}
      actions={[
        { key: 'edit', label: t($ => $.edit), endpoint: houses.update, onClick: edit },
        {
          key: 'reports',
          label: t($ => $.reports),
          endpoint: houses.charted,
          isOpen: exists(CHARTS),
          onClick: () => open(`${CHARTS}?houseId=${encodeURIComponent(house.id)}`),
        },
        { key: 'remove', label: t($ => $.remove), endpoint: houses.remove, onClick: askAndRemove },
      ]}
    />
  )
}
