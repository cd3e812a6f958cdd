import { useTranslation } from 'react-i18next'
import { Choice } from '#web/components/choice.tsx'
import { useScreen } from '#web/components/screen-context.tsx'

type View = 'agents' | 'customers' | 'materials'

/** What the screen shows: `view` of the address, the first one without. What was sought in the one says nothing in the other. */
export function Views({ views }: { views: readonly [View, ...View[]] }) {
  const { t } = useTranslation('agents')
  const { search, setSearch } = useScreen()
  const chosen = views.find(view => view === search.view) ?? views[0]
  const choose = (view: View) =>
    setSearch({
      ...Object.fromEntries(Object.keys(search).map(name => [name, undefined])),
      view: view === views[0] ? undefined : view,
    })
  return (
    <Choice
      label={t($ => $.shown)}
      options={views.map(view => [view, t($ => $.views[view])] as const)}
      chosen={chosen}
      choose={choose}
    />
  )
}
