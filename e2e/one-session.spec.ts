import type { Page } from '@playwright/test'
import { AGENT, CUSTOMER, type Kind, STAFF } from '#shared/permissions.ts'
import type { Screen } from '#web/app/screen.ts'
import { screens } from '#web/app/screens.ts'
import { type StoryController, startController } from './controller.ts'
import { expect } from './farm.ts'
import { peopleTest } from './people.ts'
import { grantsFor, kindNames, kindsOf } from './rights.ts'
import { devices, newVisitor, type Visitor, widths } from './visitor.ts'

/** Faults that show only when going from screen to screen: by then the styles of all of them are loaded. */
const test = peopleTest.extend<object, { controller: StoryController }>({
  controller: [
    async ({ farm }, give) => {
      const controller = await startController(farm, 'STORY-SESSION', 'House of many alarms')
      controller.report(22, {
        PowerFail: true,
        HighTemp: true,
        HighCO2: true,
        WaterNone: true,
        InletStuck: true,
      })
      await give(controller)
      controller.stop()
    },
    { scope: 'worker' },
  ],
})
test.use({ trace: 'off' })

const builtFor = (kind: Kind) =>
  screens.filter(
    screen => screen.load !== null && screen.access !== 'public' && kindsOf(screen).includes(kind),
  )
const addressOf = ({ path, each }: Screen, houseId: string) =>
  each === 'houseId' ? `${path}?houseId=${houseId}` : path

/** What sticks out of the window, or is cut off without a way to scroll to it. */
const offTheEdge = (page: Page) =>
  page.evaluate(() => {
    const pane = [...document.querySelectorAll('.pane')].find(each => each.checkVisibility())
    if (!pane) throw new Error('no page is shown')
    const outside = ({ parentElement }: Element): Element => {
      if (!parentElement || parentElement === pane) return pane
      return getComputedStyle(parentElement).overflowX === 'visible' ? outside(parentElement) : parentElement
    }
    // A wide table scrolls in its frame, a long name ends in dots.
    const isMeant = (frame: Element) => {
      const { overflowX, textOverflow } = getComputedStyle(frame)
      return frame !== pane && (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis')
    }
    return [...pane.querySelectorAll('*')]
      .filter(node => !node.closest('svg, canvas, .visually-hidden') && node.checkVisibility())
      .flatMap(node => {
        const frame = outside(node)
        const [{ left, right, width }, edge] = [node.getBoundingClientRect(), frame.getBoundingClientRect()]
        const isOff = width > 0 && (right > edge.right + 1 || left < edge.left - 1)
        return isOff && !isMeant(frame) ? [`${node.tagName}.${node.getAttribute('class')}`] : []
      })
  })

/** Positions of a screen's parts beside one another: their left edges and widths, in px. */
const placesOf = (page: Page, parts: string) =>
  page
    .locator(parts)
    .evaluateAll(all => all.map(each => each.getBoundingClientRect()).map(({ x, width }) => [x, width]))

const MONITOR_ALARMS = '.monitor-side section ul > li'
const STEPS = '.alarm-steps > li'

/** Where the house's alarms and the steps of one of them are drawn. */
async function placesOfAlarms(
  { page, settled }: Visitor,
  houseId: string,
  open: (href: string) => Promise<void>,
): Promise<unknown> {
  await open(`/house-alarm?houseId=${houseId}`)
  await expect(page.locator(STEPS)).toHaveCount(6)
  await settled()
  const steps = await placesOf(page, STEPS)
  await open(`/screen/index?houseId=${houseId}`)
  // A power failure stands over what it explains: four of the five alarms are one line.
  await expect(page.locator(MONITOR_ALARMS)).toHaveCount(2)
  await settled()
  return { steps, alarms: await placesOf(page, MONITOR_ALARMS) }
}

for (const kind of [STAFF, CUSTOMER, AGENT] as const)
  test(`no screen of the ${kindNames[kind]} runs off the edge after all others, on a desk or a phone${kind === CUSTOMER ? ', and alarms are drawn as at first' : ''}`, async ({
    browser,
    farm,
    people,
    controller,
  }) => {
    // An agent has other customers.
    const houseId = kind === AGENT ? people.houseIds[AGENT] : controller.house.id
    const look = { theme: 'dark', language: 'en-US' } as const
    const visitor = await newVisitor(browser, farm.url, look, widths.desk, true)
    const ours = builtFor(kind)
    const token = await people.tokenOf(
      kind,
      ours.flatMap(screen => grantsFor(screen, kind, 'all')),
    )
    const goOn = async (screen: Screen) => {
      await visitor.goOn(addressOf(screen, houseId))
      await expect(visitor.page).toHaveTitle(new RegExp(screen.title['en-US']))
      await visitor.settled()
    }
    const visit = (href: string) => visitor.visit(href, token)
    expect(ours).not.toEqual([])
    await visit('/404')
    const atFirst = kind === CUSTOMER && (await placesOfAlarms(visitor, houseId, visit))
    for (const screen of ours) await goOn(screen)
    // Once more: the first screens must withstand what the last ones brought.
    for (const screen of ours) {
      await goOn(screen)
      for (const device of devices) {
        await visitor.resize(device)
        await visitor.settled()
        await expect.poll(() => offTheEdge(visitor.page), `${screen.path} on a ${device}`).toEqual([])
      }
    }
    await visitor.resize('desk')
    if (atFirst) expect(await placesOfAlarms(visitor, houseId, visitor.goOn)).toEqual(atFirst)
    expect(visitor.problems).toEqual([])
    await visitor.page.context().close()
  })
