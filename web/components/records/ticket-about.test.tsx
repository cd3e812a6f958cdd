import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { paths } from '#shared/screens.ts'
import { ScreenContext } from '../screen-context.tsx'
import { screenAt } from '../testing/screen.ts'
import { TicketAbout } from './ticket-about.tsx'

const house = { id: 'h1', name: 'House 2' }
const device = { id: 'd1', name: 'Controller 2' }

/** Where the line leads for somebody who may open these screens, and what it says. */
async function lineFor(open: readonly string[], about: { house: typeof house | null }) {
  const screen = { ...screenAt(paths.repairs), exists: (path: string) => open.includes(path) }
  const { container } = await render(
    <ScreenContext value={screen}>
      <TicketAbout before="R-7" customer="Lu Farm" {...about} device={device} after="Auger" />
    </ScreenContext>,
  )
  const links = [...container.querySelectorAll('a')].map(link => [
    link.textContent,
    link.getAttribute('href'),
  ])
  return { links, says: container.textContent }
}

test('a ticket leads to its house and to its controller', async () => {
  const { links, says } = await lineFor([paths.houseMonitor, paths.controllerDetails, paths.devices], {
    house,
  })
  expect(links).toEqual([
    ['House 2', '/screen/index?houseId=h1'],
    ['Controller 2', '/chickenHouseDetails?houseId=h1'],
  ])
  expect(says).toBe(' · R-7 · Lu Farm · House 2 · Controller 2 · Auger')
})

test('who may open neither reads the same names, and a device without a house is found in its list', async () => {
  expect(await lineFor([], { house })).toEqual({
    links: [],
    says: ' · R-7 · Lu Farm · House 2 · Controller 2 · Auger',
  })
  expect((await lineFor([paths.controllerDetails, paths.devices], { house: null })).links).toEqual([
    ['Controller 2', '/deviceManage?id=d1'],
  ])
})
