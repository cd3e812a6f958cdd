import { useTranslation } from 'react-i18next'
import { Choice } from '#web/components/choice.tsx'
import { useScreen } from '#web/components/screen-context.tsx'

type View = 'agents' | 'customers' | 'materials'

/** Which view shows: `view` in the address, by default the first. A search in one means nothing in the other. */
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
