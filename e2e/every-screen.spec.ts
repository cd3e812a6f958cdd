import { AGENT, CUSTOMER, type Kind, STAFF } from '#shared/permissions.ts'
import { languages } from '#shared/text.ts'
import type { Screen } from '#web/app/screen.ts'
import { screens } from '#web/app/screens.ts'
import english from '#web/layout/en-US.json' with { type: 'json' }
import chinese from '#web/layout/zh-CN.json' with { type: 'json' }
import { expectCalm, noteShifts } from './calm.ts'
import { expect, expectAccessible, expectReadable, type Farm } from './farm.ts'
import { tooFine } from './legible.ts'
import { addressOf, type People, peopleTest } from './people.ts'
import { accessOf, everything, grantsFor, kindNames, kindsOf, otherGrant } from './rights.ts'
import { tooSmall } from './touch.ts'
import { type Asked, devices, newVisitor, themes, type Visitor, widths } from './visitor.ts'

/** `STORIES_TURN`, 0 or 1: what many visits show is looked at on every second screen. */
const turn = process.env.STORIES_TURN

/** Every row of the table is covered simply by being in it. */
const words = { 'zh-CN': chinese, 'en-US': english }

const test = peopleTest.extend<object, { visitor: Visitor }>({
  visitor: [
    async ({ browser, farm }, give) => {
      const visitor = await newVisitor(browser, farm.url, { theme: 'dark', language: 'en-US' }, widths.desk)
      await visitor.page.addInitScript(noteShifts)
      await give(visitor)
    },
    { scope: 'worker' },
  ],
})
// Recording takes longer than the visits.
test.use({ trace: 'off' })
test.describe.configure({ mode: 'parallel' })

test.afterEach(({ visitor }) => visitor.leave())

const insider = async (screen: Screen, people: People, kind: Kind, which: 'all' | 'query' = 'all') =>
  screen.access === 'public' ? null : people.tokenOf(kind, grantsFor(screen, kind, which))

async function expectTitled({ page, look }: Visitor, screen: Screen): Promise<void> {
  const { product } = words[look.language]
  // A tab with its own name, the house's, puts that first.
  await expect(page).toHaveTitle(new RegExp(`(^| · )${screen.title[look.language]} · ${product}$`))
  await expect(page.locator('html')).toHaveAttribute('lang', look.language)
  await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme)
}

/**
 * Chinese shown to a reader of English is an untranslated text: the farm itself is an English one. A name shown in both
 * languages is marked as such.
 */
async function expectTranslated({ page, look }: Visitor, kind: Kind): Promise<void> {
  if (kind !== CUSTOMER || look.language !== 'en-US') return
  const said = await page.locator('main').evaluate(main => {
    const copy = main.cloneNode(true) as Element
    for (const named of copy.querySelectorAll('[lang="zh"]')) named.remove()
    return copy.textContent
  })
  expect(said).not.toMatch(/[\u4e00-\u9fff]/)
}

/** Neither the window nor the page inside the shell scrolls sideways. */
async function expectNoSidewaysScroll({ page }: Visitor): Promise<void> {
  const hidden = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.pane')].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  )
  expect(Math.max(...hidden)).toBe(0)
}

/** Everything that is pressed on a phone is as large as a thumb. */
async function expectTouchable({ page }: Visitor, device: (typeof devices)[number]): Promise<void> {
  if (device === 'phone') expect(await tooSmall(page)).toEqual([])
}

async function expectShown(visitor: Visitor, screen: Screen, kind: Kind): Promise<void> {
  // A page that changes its language reads again what the server words.
  await expectTitled(visitor, screen)
  await visitor.settled()
  await expectTranslated(visitor, kind)
  await expectNoSidewaysScroll(visitor)
  expect(await tooFine(visitor.page)).toEqual([])
}

const entryOf = ({ page, look }: Visitor, { path }: Screen) =>
  page.getByRole('navigation', { name: words[look.language].mainMenu }).locator(`a[href="${path}"]`)
/** Every link to the screen that the shell offers, shown or not. */
const waysTo = ({ page }: Visitor, { path }: Screen) => page.locator(`nav a[href="${path}"]`)

async function statusOf(farm: Farm, { method, path, body }: Asked, token: string | null): Promise<number> {
  const headers = { 'Content-Type': 'application/json', ...(token && { 'Access-Token': token }) }
  return (await fetch(`${farm.url}${path}`, { method, headers, body })).status
}

const built = screens.filter(({ load }) => load !== null)
/** The kind of user that opens the screen with exactly its permission, and that tries it without: another each time. */
const holderOf = (screen: Screen, n: number): Kind => {
  const kinds = kindsOf(screen)
  return kinds[(n + 1) % kinds.length] ?? CUSTOMER
}

for (const [n, screen] of built.entries()) {
  const { path } = screen
  const kinds = kindsOf(screen)

  // Which language and device come first changes from screen to screen, and so do the kinds of user.
  const first = { language: languages[n % 2] ?? 'en-US', device: devices[(n >> 1) % 2] ?? 'desk' }
  const then = { language: languages[(n + 1) % 2] ?? 'zh-CN', device: devices[((n >> 1) + 1) % 2] ?? 'phone' }
  const reader = kinds[n % kinds.length] ?? CUSTOMER
  const holder = holderOf(screen, n)
  test(`${path} dark and light, in both languages and at both widths, opened on a ${first.device}`, async ({
    visitor,
    people,
  }) => {
    await visitor.turn('dark')
    await visitor.read(first.language)
    await visitor.resize(first.device)
    await visitor.visit(addressOf(screen, people, reader), await insider(screen, people, reader))
    await expectShown(visitor, screen, reader)
    await expectCalm(visitor.page)
    // The rules take longer than the visit: once in each theme, language and width.
    await expectAccessible(visitor.page)
    await expectTouchable(visitor, first.device)
    await visitor.turn('light')
    await visitor.read(then.language)
    await visitor.resize(then.device)
    await expectShown(visitor, screen, reader)
    await expectAccessible(visitor.page)
    await expectTouchable(visitor, then.device)
    expect(visitor.problems).toEqual([])
  })

  const stays = async ({ visitor, people }: { visitor: Visitor; people: People }) => {
    const isPublic = screen.access === 'public'
    const readers: readonly Kind[] = isPublic ? [CUSTOMER] : kinds
    for (const kind of readers)
      for (const device of [first.device, then.device]) {
        await visitor.resize(device)
        // Whoever may do everything sees every part of it; the first visit brings its program, the next ones have it.
        const token = isPublic ? null : await people.tokenOf(kind, everything(kind))
        await visitor.visit(addressOf(screen, people, kind), token)
        await visitor.settled()
        await expectCalm(visitor.page)
      }
    expect(visitor.problems).toEqual([])
  }
  if (turn === undefined || String(n % 2) === turn)
    test(`${path} stays where it is while it loads, on a desk and a phone, for everybody who opens it`, ({
      visitor,
      people,
    }) => stays({ visitor, people }))

  if (screen.access === 'public') continue

  test(`${path} opens for those who may see it, and answers nobody else`, async ({
    farm,
    visitor,
    people,
  }) => {
    await visitor.read(holder === CUSTOMER ? 'en-US' : first.language)
    await visitor.resize('desk')
    await visitor.visit(addressOf(screen, people, holder), await insider(screen, people, holder, 'query'))
    await expectShown(visitor, screen, holder)
    await expectCalm(visitor.page)
    // A screen that needs the width leaves the menu as icons.
    if (screen.canvas)
      await visitor.page.getByRole('button', { name: words[visitor.look.language].expandMenu }).click()
    await expect(entryOf(visitor, screen)).toHaveCount(screen.hidden || screen.entryFor ? 0 : 1)
    expect(visitor.problems).toEqual([])
    const open = screen.access === 'signedIn' ? ['public'] : ['public', 'signedIn']
    const asked = visitor.asked.filter(call => !open.includes(String(accessOf(call))))
    expect(asked).not.toEqual([])

    const isForAll = screen.access === 'signedIn'
    const outsider = isForAll ? null : await people.tokenOf(holder, [otherGrant(screen)])
    for (const call of asked)
      expect(await statusOf(farm, call, outsider), call.path).toBe(isForAll ? 401 : 403)
    if (!isForAll) return
    await visitor.visit(path, null)
    await expect(visitor.page).toHaveURL(/\/user\/login\?redirect=/)
    await visitor.settled()
    await expect(waysTo(visitor, screen)).toHaveCount(0)
    expect(visitor.problems).toEqual([])
  })
}

for (const kind of [STAFF, CUSTOMER, AGENT] as const)
  test(`no screen opens for the ${kindNames[kind]} without its permission`, async ({
    farm,
    visitor,
    people,
  }) => {
    const theirs = built.filter(
      (screen, n) => typeof screen.access !== 'string' && holderOf(screen, n) === kind,
    )
    expect(theirs).not.toEqual([])
    for (const [grant, those] of Map.groupBy(theirs, screen => otherGrant(screen))) {
      const outsider = await people.tokenOf(kind, [grant])
      for (const [i, screen] of those.entries()) {
        if (i === 0) await visitor.visit(screen.path, outsider)
        else await visitor.goOn(screen.path)
        await expect(visitor.page).toHaveURL(`${farm.url}/404`)
        await visitor.settled()
        await expect(waysTo(visitor, screen)).toHaveCount(0)
      }
      await expectCalm(visitor.page)
      expect(visitor.problems).toEqual([])
    }
  })

for (const kind of [STAFF, CUSTOMER, AGENT] as const) {
  const foreign = built.filter(screen => screen.access !== 'public' && !kindsOf(screen).includes(kind))
  test(`no permission opens a screen for the ${kindNames[kind]} that is made for others`, async ({
    farm,
    visitor,
    people,
  }) => {
    expect(foreign).not.toEqual([])
    const grants = foreign.flatMap(screen => grantsFor(screen, kindsOf(screen)[0] ?? CUSTOMER, 'all'))
    await visitor.visit('/404', await people.tokenOf(kind, [...new Set([...grants, otherGrant(...foreign)])]))
    for (const { path } of foreign) {
      await visitor.goOn(path)
      await expect(visitor.page).toHaveURL(`${farm.url}/404`)
    }
    await expectCalm(visitor.page)
    expect(visitor.problems).toEqual([])
  })
}

const unbuilt = screens.filter(({ load, leadsTo }) => !load && !leadsTo)
// The page is the same for all of them: each gets another look, opened from the previous one.
const looks = devices.flatMap(width => languages.map(language => ({ width, language })))
for (const [n, { width, language }] of looks.entries())
  test(`an unbuilt screen says so only to those who may know, on a ${width} in ${language}`, async ({
    farm,
    visitor,
    people,
  }) => {
    const { page } = visitor
    await visitor.read(language)
    await visitor.resize(width)
    const says = words[language]
    const those = unbuilt.filter((_, i) => i % looks.length === n)
    for (const kind of [STAFF, CUSTOMER, AGENT] as const) {
      const ours = those.filter(screen => kindsOf(screen)[0] === kind)
      const token = await people.tokenOf(
        kind,
        ours.flatMap(screen => grantsFor(screen, kind, 'all')),
      )
      for (const [i, screen] of ours.entries()) {
        await visitor.turn(themes[i % themes.length] ?? 'dark')
        const address = addressOf(screen, people, kind)
        if (i === 0) await visitor.visit(address, token)
        else await visitor.goOn(address)
        await expectTitled(visitor, screen)
        await expect(page.getByRole('heading', { level: 1, name: says.notBuilt })).toBeVisible()
        await expect(page.locator('.statement').getByText(screen.title[language])).toBeVisible()
        await expect(waysTo(visitor, screen)).toHaveCount(0)
        await expectNoSidewaysScroll(visitor)
      }
      await expectCalm(page)
      expect(visitor.problems).toEqual([])

      const outsider = await people.tokenOf(kind, [otherGrant(...ours)])
      for (const [i, screen] of ours.filter(({ access }) => typeof access !== 'string').entries()) {
        if (i === 0) await visitor.visit(screen.path, outsider)
        else await visitor.goOn(screen.path)
        await expect(page).toHaveURL(`${farm.url}/404`)
        await expect(page.getByRole('heading', { name: says.notFound })).toBeVisible()
      }
    }
  })

for (const device of devices)
  test(`the notice that a screen is not built is readable on a ${device}`, async ({ visitor, people }) => {
    const one = unbuilt.find(({ access }) => access !== 'public')
    if (!one) return
    const [kind = CUSTOMER] = kindsOf(one)
    await visitor.resize(device)
    for (const language of languages) {
      await visitor.turn('dark')
      await visitor.read(language)
      await visitor.visit(addressOf(one, people, kind), await insider(one, people, kind))
      await visitor.settled()
      await expectCalm(visitor.page)
      await expectAccessible(visitor.page)
      await visitor.turn('light')
      await expectReadable(visitor.page)
    }
  })
