import { QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import i18next from 'i18next'
import type { ComponentProps } from 'react'
import { initReactI18next } from 'react-i18next'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { post } from '#shared/endpoint.ts'
import { queries } from '#web/data/queries.ts'
import texts from '../en-US.json' with { type: 'json' }
import excelTexts from '../excel/en-US.json' with { type: 'json' }
import type { Column } from '../list/column.ts'
import type { ListRow } from '../list/deleted.tsx'
import { ListPage } from '../list/list-page.tsx'
import type { List } from '../list/use-list.ts'
import { ScreenContext } from '../screen-context.tsx'
import { screenAt } from './screen.ts'
import '../../app/theme.css'
import '../../app/base.css'

export interface Shed extends ListRow {
  name: string
  birds: number
}

export const columns: Column<Shed>[] = [
  { key: 'name', title: 'Name', sort: 'name', render: ({ name }) => name },
  { key: 'birds', title: 'Birds', atEnd: true, render: ({ birds }) => birds },
]
export const rows: readonly Shed[] = [
  { id: 'a', name: 'North', birds: 100 },
  { id: 'b', name: 'South', birds: 200 },
]

/** An endpoint everybody may call on sheds. */
export const paintSheds = post('/sheds/paint', 'public', { returns: null as never })

export const readTexts = () =>
  i18next
    .use(initReactI18next)
    .init({ lng: 'en-US', resources: { 'en-US': { components: texts, excel: excelTexts } } })

/** A wide browser that nobody has used yet. */
export async function freshBrowser(): Promise<void> {
  await page.viewport(1280, 800)
  queries.clear()
  localStorage.clear()
}

/** A list as the screen gets it; `asked` collects the reader's actions on it. */
export function listOf(state: Partial<List<Shed>>, asked: unknown[] = []): List<Shed> {
  return {
    name: '/sheds',
    rows,
    total: rows.length,
    page: 1,
    size: 20,
    sort: undefined,
    filters: {},
    error: null,
    readAt: Date.now(),
    isLoading: false,
    isFetching: false,
    isOfBefore: false,
    setFilter: change => asked.push(change),
    setPage: page => asked.push(page),
    setSort: sort => asked.push(sort),
    refetch: () => asked.push('again'),
    countOf: async filters => (filters.search ? 0 : 2),
    ...state,
  }
}

type Offers = Partial<ComponentProps<typeof ListPage<Shed>>>

/** The screen of this list, with what else it offers. */
export const pageOf = (list: List<Shed>, offers: Offers = {}) => (
  <ScreenContext value={screenAt('/sheds')}>
    <QueryClientProvider client={queries}>
      <App>
        <ListPage
          list={list}
          title="Sheds"
          says="2 sheds"
          searchHint="Name"
          columns={columns}
          empty={{ title: 'No shed yet', says: 'Build one.' }}
          {...offers}
        />
      </App>
    </QueryClientProvider>
  </ScreenContext>
)

export const draw = (list: List<Shed>, offers?: Offers) => render(pageOf(list, offers))
