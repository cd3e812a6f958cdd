import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  draw,
  freshBrowser,
  listOf,
  pageOf,
  paintSheds,
  readTexts,
  rows,
  type Shed,
} from '../testing/sheds.tsx'
import type { Column } from './column.ts'
import { Docked } from './docked.tsx'
import type { Filter } from './filter.ts'
import type { BulkAction } from './strip.tsx'

beforeAll(readTexts)
beforeEach(freshBrowser)

const painting = (run: BulkAction<Shed>['run']) => ({
  bulk: [{ key: 'paint', label: 'Paint', endpoint: paintSheds, run }],
})

describe('a list page', () => {
  test('sorts by a column: up, down, back to the default', async () => {
    const asked: unknown[] = []
    for (const sort of [undefined, 'name', '-name']) {
      const screen = await draw(listOf({ sort }, asked))
      await screen.getByRole('button', { name: 'Name', exact: true }).click()
      await screen.unmount()
    }
    expect(asked).toEqual(['name', '-name', undefined])
  })

  test('asks for a selection before a bulk action, then gives it the selected rows', async () => {
    let painted: readonly Shed[] = []
    const screen = await draw(
      listOf({}),
      painting(rows => {
        painted = rows
      }),
    )
    await screen.getByRole('button', { name: 'Bulk actions' }).click()
    await screen.getByRole('menuitem', { name: 'Paint' }).click()
    await expect.element(screen.getByText('Please select the data to be manipulated.')).toBeVisible()
    await screen.getByRole('row', { name: /South/ }).getByLabelText('Select row').click()
    await screen.getByRole('toolbar').getByRole('button', { name: 'Paint' }).click()
    expect(painted).toEqual([rows[1]])
  })

  test('rows a bulk action has handled are deselected, refused ones stay selected', async () => {
    const screen = await draw(
      listOf({}),
      painting((picked, drop) => drop(picked.slice(0, 1))),
    )
    await screen.getByLabelText('Select all rows on this page').click()
    await screen.getByRole('toolbar').getByRole('button', { name: 'Paint' }).click()
    await expect.element(screen.getByRole('toolbar').getByText('1 selected')).toBeVisible()
    await expect.element(screen.getByRole('row', { name: /South/ }).getByRole('checkbox')).toBeChecked()
  })

  test('chips show how many rows each value has, in one call under the other filters', async () => {
    const asked: unknown[] = []
    const countsOf = async (name: string, filters: object) => {
      asked.push([name, filters])
      return { wood: 3, brick: 2 }
    }
    const options = ['wood', 'brick', 'clay'].map(value => ({ value, label: value }))
    const filters = { search: 'n', wall: 'wood' }
    const screen = await draw(listOf({ filters, countsOf }), {
      chips: { name: 'wall', label: 'Wall', options },
    })
    for (const name of ['All 5', 'wood 3', 'brick 2', 'clay 0'])
      await expect.element(screen.getByRole('button', { name, exact: true })).toBeVisible()
    expect(asked).toEqual([['wall', { search: 'n' }]])
  })

  test('a long filter is typed into, and depends on the filter it goes with', async () => {
    const lands = [...'ABCDEFGHIJKLMN'].map(letter => ({ value: letter, label: `Land ${letter}` }))
    const west = lands.slice(0, 12)
    const filters: Filter[] = [
      { name: 'side', label: 'Side', options: [{ value: 'west', label: 'West' }] },
      { name: 'land', label: 'Land', options: lands, within: ({ side }) => (side ? west : lands) },
    ]
    const screen = await draw(listOf({}), { filters })
    await screen.getByRole('button', { name: 'Filters' }).click()
    const land = screen.getByLabelText('Land')
    const offered = () =>
      [...document.querySelectorAll('.ant-select-item-option')].map(option => option.textContent)
    const chosen = () => land.element().closest('.ant-select')?.textContent
    await land.fill('land n')
    await expect.poll(offered).toEqual(['Land N'])
    await userEvent.keyboard('{Enter}')
    await expect.poll(chosen).toBe('Land N')
    await screen.getByRole('button', { name: 'West' }).click()
    await expect.poll(chosen).toBe('Any')
    await land.fill('land n')
    await expect.poll(offered).toEqual([])
  })

  test('says what belongs here when the list is empty', async () => {
    const screen = await draw(listOf({ rows: [], total: 0 }))
    await expect.element(screen.getByText('No shed yet')).toBeVisible()
    await expect.element(screen.getByRole('columnheader', { name: 'Name' })).toBeVisible()
  })

  test('names the filter in the way and counts the rows without it', async () => {
    const asked: unknown[] = []
    const screen = await draw(listOf({ rows: [], total: 0, filters: { search: 'x', type: 'y' } }, asked))
    await screen.getByRole('button', { name: 'Show these 2' }).click()
    expect(asked).toEqual([{ search: undefined }])
  })

  test('keeps its frame and offers another try when it could not be read', async () => {
    const asked: unknown[] = []
    const screen = await draw(listOf({ rows: [], total: 0, error: new Error('The store is locked') }, asked))
    await expect.element(screen.getByText('The store is locked')).toBeVisible()
    await screen.getByRole('button', { name: 'Try again' }).click()
    expect(asked).toEqual(['again'])
  })

  test('stale rows that could not be read again say so', async () => {
    const screen = await draw(listOf({ error: new Error('Busy') }))
    await expect.element(screen.getByText(/Updated/)).toBeVisible()
    await expect.element(screen.getByRole('row', { name: /North/ })).toBeVisible()
  })

  test('shows cards on a phone, where a long press selects one', async () => {
    await page.viewport(390, 844)
    const screen = await draw(
      listOf({}),
      painting(() => undefined),
    )
    await expect.element(screen.getByRole('table')).not.toBeInTheDocument()
    const card = screen.getByRole('listitem').filter({ hasText: 'South' })
    await expect.element(card.getByText('200')).toBeVisible()
    await card.click({ button: 'right' })
    await expect.element(screen.getByRole('toolbar').getByText('1 selected')).toBeVisible()
  })

  test.each([1280, 390])(
    'a row leads to its own screen, %i px wide; its actions still do their own thing',
    async width => {
      await page.viewport(width, 844)
      const asked: unknown[] = []
      const screen = await draw(listOf({}), {
        lead: id => asked.push(id),
        actions: ({ name }) => (
          <button type="button" onClick={() => asked.push(`paint ${name}`)}>
            Paint {name}
          </button>
        ),
      })
      // Hits whatever a mouse or a finger would, no matter what lies on top.
      await screen.getByText('200').click({ force: true })
      await screen.getByRole('button', { name: 'Paint South' }).click()
      ;(screen.getByRole('button', { name: 'North', exact: true }).element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
      expect(asked).toEqual(['b', 'paint South', 'a'])
    },
  )

  test('a hidden column stays hidden, and comes back with Reset', async () => {
    const screen = await draw(listOf({}))
    await screen.getByRole('button', { name: 'Columns' }).click()
    await screen.getByRole('checkbox', { name: 'Birds' }).click()
    await expect.element(screen.getByRole('columnheader', { name: 'Birds' })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Reset' }).click()
    await expect.element(screen.getByRole('columnheader', { name: 'Birds' })).toBeVisible()
  })
})

describe('a table wider than its place', () => {
  const wide = (key: string, card?: Column<Shed>['card']): Column<Shed> => ({
    key,
    title: key,
    render: () => <span style={{ display: 'inline-block', width: 200 }}>{key}</span>,
    ...(card && { card }),
  })
  const many = [wide('Name'), wide('Built'), wide('Paint', 'state'), wide('Floor'), wide('Birds', 'line')]
  const headings = () => [...document.querySelectorAll('th[data-column]')].map(each => each.textContent)
  const besides = (id: string | undefined, asked: unknown[]) => {
    const opened = {
      id,
      open: () => undefined,
      close: () => asked.push('closed'),
      previous: undefined,
      next: undefined,
    }
    return {
      columns: many,
      detail: {
        opened,
        show: () => (
          <Docked opened={opened} title="North">
            Stone
          </Docked>
        ),
      },
    }
  }

  test('beside an open row leaves out what no card shows, and names it until the row is closed', async () => {
    await page.viewport(1320, 800)
    const asked: unknown[] = []
    const screen = await draw(listOf({}), besides('a', asked))
    await expect.poll(headings).toEqual(['Name', 'Paint', 'Birds'])
    await screen.getByRole('button', { name: /^\+2 columns without room: Floor, Built/ }).click()
    expect(asked).toEqual(['closed'])
    await screen.rerender(pageOf(listOf({}), besides(undefined, asked)))
    await expect.poll(headings).toEqual(many.map(({ key }) => key))
    await expect.element(screen.getByRole('button', { name: /without room/ })).not.toBeInTheDocument()
  })

  test('beside an open row keeps all columns that have room', async () => {
    await page.viewport(1920, 800)
    const screen = await draw(listOf({}), besides('a', []))
    await expect.element(screen.getByText('Stone')).toBeVisible()
    expect(headings()).toEqual(many.map(({ key }) => key))
    await expect.element(screen.getByRole('button', { name: /without room/ })).not.toBeInTheDocument()
  })

  test('alone scrolls, and says on which side there are more columns', async () => {
    await page.viewport(800, 800)
    const screen = await draw(listOf({}), { columns: many })
    await screen.getByRole('button', { name: 'More columns on the right' }).click()
    await expect.element(screen.getByRole('columnheader', { name: 'Birds' })).toBeInViewport({ ratio: 1 })
    await screen.getByRole('button', { name: 'Back to the first columns' }).click()
    await expect.element(screen.getByRole('columnheader', { name: 'Name' })).toBeInViewport({ ratio: 1 })
    expect(headings()).toEqual(many.map(({ key }) => key))
  })
})

describe('the pages of a long list', () => {
  const screenOf = async (asked: unknown[]) => draw(listOf({ page: 3, total: 200 }, asked))

  test('lead to neighbours, to any page offered, and to another page size', async () => {
    const asked: unknown[] = []
    const screen = await screenOf(asked)
    await expect
      .element(screen.getByRole('button', { name: 'Page 3' }))
      .toHaveAttribute('aria-current', 'page')
    await screen.getByRole('button', { name: 'Next page' }).click()
    await screen.getByRole('button', { name: 'Previous page' }).click()
    await screen.getByRole('button', { name: 'Page 10' }).click()
    await screen.getByRole('combobox', { name: 'Rows per page' }).selectOptions('50')
    expect(asked).toEqual([4, 2, 10, 1])
  })

  test('end at the first and the last page', async () => {
    const screen = await draw(listOf({ total: 2 }))
    await expect.element(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled()
    await expect.element(screen.getByRole('button', { name: 'Next page' })).toBeDisabled()
  })
})

test('a search is cleared with one tap and continues where it was', async () => {
  const asked: unknown[] = []
  const screen = await draw(listOf({ filters: { search: 'north' } }, asked))
  await screen.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await expect.poll(() => asked).toEqual([{ search: undefined }])
})
