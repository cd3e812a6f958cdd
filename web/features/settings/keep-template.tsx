import { Input } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SettingsOfGroup, settings } from '#shared/contracts/settings.ts'
import { type TemplateSeason, templateSeasons } from '#shared/setting-templates.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { Choice } from '#web/components/choice.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { AsNow } from './as-now.tsx'

/** Longest name of a template, characters. */
const LONGEST = 40

/** Saves the controller's settings of this group as a template, by name and season. */
export function KeepTemplate({ data, icon }: { data: SettingsOfGroup; icon: ReactNode }) {
  const { t } = useTranslation('settings')
  const [name, setName] = useState('')
  const [season, setSeason] = useState<TemplateSeason>('allYear')
  const [asNow, setAsNow] = useState(false)
  const id = useId()
  const { submit, busy } = useSubmit({
    success: t($ => $.templates.kept),
  })
  const { house, device, group } = data
  const keep = async () => {
    const body = { deviceId: device.id, group, name, season, asNow }
    if (await submit(() => call(settings.keepTemplate, { params: { id: house.id }, body }))) setName('')
  }
  return (
    <section className="send-waits">
      <h3>{t($ => $.templates.keepTitle)}</h3>
      <p className="caption">{t($ => $.templates.keepSays)}</p>
      <label className="send-reason stack gap-1" htmlFor={id}>
        {t($ => $.templates.name)}
        <Input
          id={id}
          value={name}
          maxLength={LONGEST}
          autoComplete="off"
          onChange={event => setName(event.target.value)}
        />
      </label>
      <Choice
        label={t($ => $.templates.season)}
        options={templateSeasons.map(each => [each, t($ => $.templates.seasons[each])] as const)}
        chosen={season}
        choose={setSeason}
      />
      <AsNow data={data} isMeant={asNow} mean={setAsNow} />
      <div>
        <ActionButton
          endpoint={settings.keepTemplate}
          icon={icon}
          loading={busy}
          disabled={name.trim() === ''}
          onClick={() => void keep()}
        >
          {t($ => $.templates.keep)}
        </ActionButton>
      </div>
    </section>
  )
}
