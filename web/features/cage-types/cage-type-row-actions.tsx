import { useTranslation } from 'react-i18next'
import { type CageType, cageTypes } from '#shared/contracts/cage-types.ts'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** What a change of a type makes old. */
export const touchedByCageType = [cageTypes.list.path, cageTypes.options.path]

/** What the viewer may do with a cage system type. */
export function CageTypeRowActions({ type, edit }: { type: CageType; edit: () => void }) {
  const { t } = useTranslation('cage-types')
  const language = usePreferences(({ language }) => language)
  const touches = touchedByCageType
  const releasing = useSubmit({ touches, success: t($ => $.released) })
  const confirmWithdrawal = useConfirmed({ touches, success: t($ => $.withdrawn) })
  const confirmRemoval = useConfirmed({ touches, success: t($ => $.removed) })
  const params = { id: type.id }
  const [own, other] =
    language === 'zh-CN' ? [type.chineseName, type.englishName] : [type.englishName, type.chineseName]
  const name = own || other
  const isReleased = type.status === 'released'
  return (
    <RowActions
      name={name}
      actions={[
        { key: 'edit', label: t($ => $.edit), endpoint: cageTypes.update, onClick: edit },
        {
          key: 'release',
          label: t($ => $.release),
          endpoint: cageTypes.release,
          isOpen: !isReleased,
          onClick: () => void releasing.submit(() => call(cageTypes.release, { params })),
        },
        {
          key: 'withdraw',
          label: t($ => $.withdraw),
          endpoint: cageTypes.withdraw,
          isOpen: isReleased,
          onClick: () =>
            confirmWithdrawal(
              {
                title: t($ => $.withdrawAsk, { name }),
                says: t($ => $.withdrawSays, { count: type.houses }),
                ok: t($ => $.withdraw),
              },
              () => call(cageTypes.withdraw, { params }),
            ),
        },
        {
          key: 'remove',
          label: t($ => $.remove),
          endpoint: cageTypes.remove,
          isOpen: type.houses === 0,
          onClick: () =>
            confirmRemoval(
              { title: t($ => $.removeAsk, { name }), says: t($ => $.removeSays), ok: t($ => $.remove) },
              () => call(cageTypes.remove, { params }),
            ),
        },
      ]}
    />
  )
}
