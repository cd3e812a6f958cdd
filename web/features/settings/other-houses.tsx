import { Button } from 'antd'
import { Bookmark, Columns3, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SettingsOfGroup, settings } from '#shared/contracts/settings.ts'
import { isSharedGroup } from '#shared/signals.ts'
import { Choice } from '#web/components/choice.tsx'
import { later } from '#web/components/later.tsx'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { groupTitle } from './group-title.ts'
import { type Editing, openIn } from './use-group.ts'

const CompareDrawer = later(() => import('./compare-drawer.tsx').then(file => file.CompareDrawer))
const CopyDrawer = later(() => import('./copy-drawer.tsx').then(file => file.CopyDrawer))
const TemplatesDrawer = later(() => import('./templates-drawer.tsx').then(file => file.TemplatesDrawer))

interface Group {
  data: SettingsOfGroup
  draft: Editing
}

/** Comparing and sharing settings with other houses: those of one group, to choose where a screen has several. */
export function OtherHouses({ groups }: { groups: readonly Group[] }) {
  const { t } = useTranslation('settings')
  const { language } = useReader()
  const maySend = useMayCall(settings.send)
  const [opened, open] = useState<'compare' | 'copy' | 'templates' | null>(null)
  const shared = groups.filter(({ data }) => isSharedGroup(data.group))
  const [first] = shared
  const [picked, pick] = useState(first?.data.group)
  const chosen = shared.find(({ data }) => data.group === picked) ?? first
  if (!chosen) return null
  const { data, draft } = chosen
  const mayEdit = maySend && !openIn(data)
  const close = () => open(null)
  return (
    <div className="settings-ways">
      {shared.length > 1 && (
        <Choice
          label={t($ => $.groups)}
          options={shared.map(({ data: { group } }) => [group, groupTitle(group, language)] as const)}
          chosen={data.group}
          choose={pick}
        />
      )}
      <Button icon={<Columns3 size={16} aria-hidden />} onClick={() => open('compare')}>
        {t($ => $.compare)}
      </Button>
      <Button icon={<Bookmark size={16} aria-hidden />} onClick={() => open('templates')}>
        {t($ => $.templates.open)}
      </Button>
      {mayEdit && draft.changed.length === 0 && (
        <Button icon={<Copy size={16} aria-hidden />} onClick={() => open('copy')}>
          {t($ => $.copy)}
        </Button>
      )}
      {opened === 'compare' && <CompareDrawer data={data} close={close} />}
      {opened === 'copy' && <CopyDrawer data={data} close={close} />}
      {opened === 'templates' && (
        <TemplatesDrawer data={data} draft={draft} mayEdit={mayEdit} close={close} />
      )}
    </div>
  )
}
