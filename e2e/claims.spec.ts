import type { Page, Route } from '@playwright/test'
import { preferences } from '#shared/contracts/preferences.ts'
import { session } from '#shared/contracts/session.ts'
import { screens } from '#web/app/screens.ts'
import words from '#web/components/en-US.json' with { type: 'json' }
import { expect } from './farm.ts'
import { addressOf, peopleTest } from './people.ts'
import { everything, kindNames, kindsOf } from './rights.ts'
import { newVisitor, type Visitor, widths } from './visitor.ts'

/**
 * What a page says before it knows: every screen, while all its calls are late, as they are answered one by one, and as they
 * fail one by one. Whatever it says then must still be there once everything is known; else it was a guess.
 */
const test = peopleTest.extend<object, { visitor: Visitor }>({
  visitor: [
    async ({ browser, farm }, give) => {
      await give(await newVisitor(browser, farm.url, { theme: 'light', language: 'en-US' }, widths.desk))
    },
    { scope: 'worker' },
  ],
})
test.use({ trace: 'off' })
test.describe.configure({ mode: 'parallel' })

const CALLS = '**/api/admin/**'
const FAILED = 'The store of this figure is being repaired'
/** The shell's own: without the first there is no page. */
const SHELL = [session.userInfo, preferences.read].map(({ path }) => `/api${path}`)

/** What the page says, line by line and cell by cell, two frames from now: an answer is drawn by then. */
const said = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ lines: string[]; names: string[] }>(resolve =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const main = document.querySelector<HTMLElement>('main')
            // biome-ignore-start lint/performance/useDomNodeTextContent: the lines as they are drawn, without what is hidden
            const wordsOf = (within: string) =>
              [...(main?.querySelectorAll<HTMLElement>(within) ?? [])].map(({ innerText }) =>
                innerText.trim(),
              )
            // Titles and buttons without a number claim nothing.
            const names = wordsOf('h1, h2, button, a, label').filter(text => !/\d/.test(text))
            const lines = (main?.innerText ?? '').split(/[\n\t]/).map(line => line.trim())
            // biome-ignore-end lint/performance/useDomNodeTextContent: the lines as they are drawn, without what is hidden
            resolve({ lines, names })
          }),
        ),
      ),
  )

/** A nought, or words without any number: a value that changes while we look is no claim. */
const isClaim = (line: string) => /(^|[^\d.,:-])0([^\d.,:]|$)/.test(line) || !/\d/.test(line)
const isAge = (line: string) => /\d+[smhd] ago|\d+:\d\d/.test(line)

/** What says that something is not known. */
const HONEST = new Set<string>(['—', FAILED, words.loadFailed, words.retry])
const isHonest = (line: string) => line === '' || HONEST.has(line) || /could not be loaded|…$/.test(line)

interface Claim {
  line: string
  when: string
}

/** Visits a screen with every call held; `answer` settles them one after the other. */
async function claimsWhile(
  { page, visit }: Visitor,
  href: string,
  token: string,
  answer: (route: Route) => Promise<void>,
): Promise<Claim[]> {
  const held: Route[] = []
  await page.route(CALLS, route =>
    SHELL.includes(new URL(route.request().url()).pathname) ? route.continue() : void held.push(route),
  )
  const claims: Claim[] = []
  const note = async (when: string) => {
    const { lines, names } = await said(page)
    for (const line of lines)
      if (isClaim(line) && !names.includes(line) && !isAge(line) && !isHonest(line))
        claims.push({ line, when })
  }
  await visit(href, token)
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await note('nothing is known')
  for (let route = held.shift(); route; route = held.shift()) {
    const request = route.request()
    // A page that asks again drops the former question.
    await answer(route).catch(() => undefined)
    await request.response()
    await note(`after ${new URL(request.url()).pathname}`)
  }
  await page.unroute(CALLS)
  return claims
}

const ways = {
  late: (route: Route) => route.continue(),
  failing: (route: Route) => route.fulfill({ status: 500, json: { code: 500, message: FAILED } }),
}

const built = screens.filter(({ load, access }) => load !== null && access !== 'public')
for (const [n, screen] of built.entries()) {
  const kinds = kindsOf(screen)
  const seen = screen.path === '/dashboard/workplace' ? kinds : kinds.slice(n % kinds.length).slice(0, 1)
  for (const kind of seen)
    test(`${screen.path} claims nothing to the ${kindNames[kind]} before it is known`, async ({
      visitor,
      people,
    }) => {
      const token = await people.tokenOf(kind, everything(kind))
      const href = addressOf(screen, people, kind)
      const failed = await claimsWhile(visitor, href, token, ways.failing)
      const late = await claimsWhile(visitor, href, token, ways.late)
      await visitor.settled()
      const known = new Set((await said(visitor.page)).lines)
      const guessed = [...failed, ...late].filter(({ line }) => !known.has(line))
      const first = new Map(guessed.toReversed().map(({ line, when }) => [line, when]))
      expect([...first].map(([line, when]) => `${line} (${when})`)).toEqual([])
    })
}
