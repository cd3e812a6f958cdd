import { useTranslation } from 'react-i18next'
import { type HouseGroup, houseGroups } from '#shared/contracts/house-groups.ts'
import { houses } from '#shared/contracts/houses.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { later } from '#web/components/later.tsx'
import { useShowDialog } from '#web/components/list/list-dialogs.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'

/** What a change of a group makes stale. */

const AssignDialog = later(() => import('./assign-dialog.tsx').then(file => file.AssignDialog))

/** Opens the assignment of houses to a group. */
export function useAssign() {
  const show = useShowDialog()
  return (group: HouseGroup) => show(close => <AssignDialog group={group} close={close} />)
}

/** What the viewer may do with a house group. */
export function GroupRowActions({ group, edit }: { group: HouseGroup; edit: () => void }) {
  const { t } = useTranslation('house-groups')
  const { exists, open } = useScreen()
  const assign = useAssign()
  const confirm = useConfirmed({ success: t($ => $.removed) })
  const { id, name } = group
  const remove = () =>
    confirm(
      {
        title: t($ => $.removeAsk, { name }),
        says: t($ => $.removeSays, { count: group.houses }),
        ok: t($ => $.remove),
      },
      () => call(houseGroups.remove, { params: { id } }),
    )
  return (
    <RowActions
      name={name}
      actions={[
        {
          key: 'assign',
          label: t($ => $.assign),
          endpoint: houseGroups.assign,
          onClick: () => assign(group),
        },
        { key: 'edit', label: t($ => $.edit), endpoint: houseGroups.update, onClick: edit },
        {
          key: 'show',
          label: t($ => $.show),
          endpoint: houses.list,
          isOpen: exists(paths.houses) && group.houses > 0,
          onClick: () => open(hrefOf(paths.houses, { groupId: id })),
        },
        { key: 'remove', label: t($ => $.remove), endpoint: houseGroups.remove, onClick: remove },
      ]}
    />
  )
}
