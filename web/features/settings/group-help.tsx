import { amountsIn } from '#shared/amounts.ts'
import { settingHelp } from '#shared/setting-help.ts'
import type { SettingGroupKey } from '#shared/signals.ts'
import { FaultArticles } from '#web/components/help/fault-articles.tsx'
import { useReader } from '#web/data/preferences.ts'
import { groupTitle } from './group-title.ts'

/** What a group of settings does and what to watch for, with the articles about it. */
export function GroupHelp({ group }: { group: SettingGroupKey }) {
  const reader = useReader()
  const { language } = reader
  const { does, watch, faults } = settingHelp[group]
  return (
    <aside className="setting-help" aria-label={groupTitle(group, language)}>
      <p>
        {[does, watch].map(said => amountsIn(said[language], reader)).join(language === 'zh-CN' ? '' : ' ')}
      </p>
      {faults.length > 0 && <FaultArticles codes={faults} />}
    </aside>
  )
}
