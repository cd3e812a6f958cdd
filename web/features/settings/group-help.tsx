import { settingHelp } from '#shared/setting-help.ts'
import type { SettingGroupKey } from '#shared/signals.ts'
import { FaultArticles } from '#web/components/help/fault-articles.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { groupTitle } from './group-title.ts'

/** What a group of settings does and what to watch for, with the articles about it. */
export function GroupHelp({ group }: { group: SettingGroupKey }) {
  const language = usePreferences(({ language }) => language)
  const { does, watch, faults } = settingHelp[group]
  return (
    <aside className="setting-help" aria-label={groupTitle(group, language)}>
      <p>{[does[language], watch[language]].join(language === 'zh-CN' ? '' : ' ')}</p>
      {faults.length > 0 && <FaultArticles codes={faults} />}
    </aside>
  )
}
