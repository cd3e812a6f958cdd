import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { devices } from '#shared/contracts/devices.ts'
import { houseCodes } from '#shared/contracts/house-codes.ts'
import { houseReadings } from '#shared/contracts/house-readings.ts'
import { type House, houses } from '#shared/contracts/houses.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'

/** What the viewer may do with a house. */
export function HouseRowActions({ house, edit }: { house: House; edit: () => void }) {
  const { t } = useTranslation('houses')
  const { exists, open, setSearch } = useScreen()
  const confirm = useConfirmed({
    success: t($ => $.removed),
  })
  const remove = () =>
    confirm(
      { title: t($ => $.removeAsk, { name: house.name }), says: t($ => $.removeSays), ok: t($ => $.remove) },
      () => call(houses.remove, { params: { id: house.id } }),
    )
  return (
    <RowActions
      name={house.name}
      actions={[
        { key: 'edit', label: t($ => $.edit), endpoint: houses.update, onClick: edit },
        {
          key: 'equipment',
          label: t($ => $.equipment.action),
          endpoint: houses.equip,
          onClick: () => setSearch({ equipment: house.id }, { push: true }),
        },
        {
          key: 'imports',
          label: t($ => $.imports.action),
          endpoint: houseReadings.upload,
          onClick: () => setSearch({ imports: house.id }, { push: true }),
        },
        {
          key: 'code',
          label: t($ => $.code.action),
          endpoint: houseCodes.renew,
          onClick: () => setSearch({ code: house.id }, { push: true }),
        },
        {
          key: 'reports',
          label: t($ => $.reports),
          endpoint: houses.charted,
          isOpen: exists(paths.charts),
          onClick: () => open(hrefOf(paths.charts, { houseId: house.id })),
        },
        ...house.devices.map(({ id, code }) => ({
          key: id,
          label: t($ => $.replace, { code }),
          endpoint: devices.replace,
          isOpen: exists(paths.devices),
          onClick: () => open(hrefOf(paths.devices, { replace: id })),
        })),
        { key: 'remove', label: t($ => $.remove), endpoint: houses.remove, onClick: remove },
      ]}
    />
  )
}

/** A deleted house can only be restored. */
export function DeletedHouseActions({ house: { id, name } }: { house: House }) {
  const { t } = useTranslation('houses')
  const { modal } = App.useApp()
  const confirm = useConfirmed({ success: t($ => $.restored) })
  const run = async () => {
    const { without } = await call(houses.restore, { params: { id } })
    if (without.length > 0)
      modal.warning({
        title: t($ => $.restored),
        content: t($ => $.restoredWithout, { name, codes: without.join(', ') }),
      })
  }
  const restore = () =>
    confirm(
      { title: t($ => $.restoreAsk, { name }), says: t($ => $.restoreSays), ok: t($ => $.restore) },
      run,
    )
  return (
    <RowActions
      name={name}
      actions={[{ key: 'restore', label: t($ => $.restore), endpoint: houses.restore, onClick: restore }]}
    />
  )
}
