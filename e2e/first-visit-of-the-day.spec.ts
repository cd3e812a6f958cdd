import { expect, expectAccessible, inEnglish, signIn, test } from './farm.ts'
import { simulate } from './simulate.ts'

const HOUSE = 'EC-BV-02'

test('an engineer finds the farm to visit first, in English and on the phone in Chinese', async ({
  page,
  browser,
  farm,
}) => {
  expect(await simulate(farm, '--fault', 'power', '--house', HOUSE)).toContain('Planted: power')
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  try {
    // It appears while the workplace is open, without reloading.
    await signIn(page, farm, 'engineer', '/dashboard/workplace')
    await inEnglish(page)
    const round = page.getByRole('region', { name: 'Where to look first' })
    const line = round
      .getByRole('listitem')
      .filter({ hasText: 'De Linden' })
      .filter({ hasText: 'Power failure' })
      .filter({ hasText: 'House 2' })
    await expect(line).toBeVisible({ timeout: 90_000 })
    await expect(line).toHaveAttribute('data-state', 'emergency')
    // Nothing that can wait comes before it, and customers that do not share are only counted.
    const states = await round.getByRole('listitem').evaluateAll(all => all.map(each => each.dataset.state))
    expect(states.indexOf('emergency')).toBe(0)
    expect(states).toEqual(states.toSorted((one, other) => rank(one) - rank(other)))
    await expect(round).toContainText('do not share')
    await expect(round).not.toContainText('Siam')
    await expectAccessible(page)
    await line.getByRole('link').click()
    await expect(page).toHaveURL(/\/house-alarm\?.*alarm=/)
    await expect(page.getByRole('heading', { name: /Power failure/ })).toBeVisible()

    const phone = await context.newPage()
    await phone.goto(`${farm.url}/user/login?redirect=/dashboard/workplace`)
    await phone.getByRole('button', { name: '中文' }).tap()
    await phone.getByRole('button', { name: farm.account('engineer').label['zh-CN'] }).tap()
    const first = phone.getByRole('region', { name: '今日先看哪里' })
    const same = first.getByRole('listitem').filter({ hasText: '停电' }).filter({ hasText: 'House 2' })
    await expect(same).toHaveAttribute('data-state', 'emergency')
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await same.getByRole('link').tap()
    await expect(phone).toHaveURL(/\/house-alarm\?.*alarm=/)
  } finally {
    expect(await simulate(farm, '--fault', 'power', '--house', HOUSE, '--end')).toContain('Ended: power')
    await context.close()
  }
})

/** Worst first, as on the card. */
const ORDER = ['emergency', 'alarm', 'offline', 'watch']
const rank = (state: string | undefined) => ORDER.indexOf(state ?? '')
