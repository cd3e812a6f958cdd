import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { BookmarkPlus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type SettingsOfGroup, type SettingTemplate, settings } from '#shared/contracts/settings.ts'
import { differing, only } from '#shared/setting-draft.ts'
import { templateSeasons } from '#shared/setting-templates.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { Age } from '#web/components/time.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'
import { Differences } from './differences.tsx'
import { KeepTemplate } from './keep-template.tsx'
import { Missing } from './missing.tsx'
import { SettingsDrawer } from './settings-drawer.tsx'
import type { Editing } from './use-group.ts'

interface Props {
  data: SettingsOfGroup
  draft: Editing
  /** False for read-only users, and while a change is under way. */
  mayEdit: boolean
  close: () => void
}

/** The customer's templates of this group for houses of this type: what each would change here. */
export function TemplatesDrawer({ data, draft, mayEdit, close }: Props) {
  const { t } = useTranslation('settings')
  const { house, device, group } = data
  const found = useQuery({
    queryKey: [settings.templates.path, house.id, device.id, group],
    queryFn: () =>
      call(settings.templates, { params: { id: house.id }, query: { deviceId: device.id, group } }),
  })
  const templates = found.data ?? []
  const take = ({ values }: SettingTemplate) => {
    draft.type(only(values, Object.keys(data.values)))
    close()
  }
  return (
    <SettingsDrawer
      title={t($ => $.templates.title, { house: house.name })}
      size={560}
      close={close}
      foot={<Button onClick={close}>{t($ => $.close)}</Button>}
    >
      {found.error && <LoadProblem error={found.error} retry={() => void found.refetch()} />}
      {found.data?.length === 0 && <p>{t($ => $.templates.none)}</p>}
      {templateSeasons.map(season => {
        const those = templates.filter(each => each.season === season)
        return (
          those.length > 0 && (
            <section key={season} aria-label={t($ => $.templates.seasons[season])}>
              <h3>{t($ => $.templates.seasons[season])}</h3>
              <ul className="copy-houses stack gap-3">
                {those.map(template => (
                  <Template
                    key={template.id}
                    template={template}
                    data={data}
                    take={mayEdit ? () => take(template) : null}
                  />
                ))}
              </ul>
            </section>
          )
        )
      })}
      <KeepTemplate data={data} icon={<BookmarkPlus size={16} aria-hidden />} />
    </SettingsDrawer>
  )
}

interface TemplateProps {
  template: SettingTemplate
  data: SettingsOfGroup
  take: (() => void) | null
}

/** What a template would change in this house, what the house lacks, and ways to apply and delete it. */
function Template({ template, data, take }: TemplateProps) {
  const { t } = useTranslation('settings')
  const confirm = useConfirmed({ success: t($ => $.templates.removed) })
  const { id, name, by, keptAt, values } = template
  const here = only(values, Object.keys(data.values))
  const wanted = only(here, differing(here, data.values))
  const count = Object.keys(wanted).length
  const remove = () =>
    confirm(
      {
        title: t($ => $.templates.removeTitle, { name }),
        says: t($ => $.templates.removeSays),
        ok: t($ => $.templates.remove),
      },
      () => call(settings.removeTemplate, { params: { id: data.house.id }, body: { templateId: id } }),
    )
  return (
    <li>
      <p>
        <strong>{name}</strong> <span className="caption">{by}</span> · <Age at={keptAt} />
      </p>
      <Missing names={Object.keys(values).filter(each => data.values[each] === undefined)} />
      <details>
        <summary>{count === 0 ? t($ => $.nothingDiffers) : t($ => $.changes, { count })}</summary>
        <Differences before={data.values} wanted={wanted} />
      </details>
      <div className="send-bar-actions row stretch">
        <ActionButton
          endpoint={settings.removeTemplate}
          icon={<Trash2 size={16} aria-hidden />}
          onClick={remove}
        >
          {t($ => $.templates.remove)}
        </ActionButton>
        {take && (
          <Button type="primary" disabled={count === 0} onClick={take}>
            {t($ => $.templates.take)}
          </Button>
        )}
      </div>
    </li>
  )
}
