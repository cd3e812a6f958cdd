import { daysAfter } from '#shared/zone-time.ts'
import english from '#web/features/flocks/en-US.json' with { type: 'json' }
import { addHouse, call } from './api.ts'
import { expect, expectAccessible, prefer, signIn, test, tokenOf } from './farm.ts'

const TODAY = new Date().toISOString().slice(0, 10)
const ago = (days: number) => daysAfter(TODAY, -days)

test('a grower who thinks in pounds records a day, weighs bird by bird, and reads the flock in the same units', async ({
  page,
  farm,
}, info) => {
  const token = await tokenOf(farm, 'linden')
  const house = await addHouse(farm, token, `Pound house ${info.retry}`, 'broiler')
  const flock = await call(farm, token, '/admin/auth/flocks', {
    houseId: house.id,
    category: 'meat',
    breed: 'ross308',
    placedOn: ago(30),
    placedCount: 10_000,
  })
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'linden')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Personal center' }).click()
  await page.getByRole('button', { name: 'Language and units' }).click()
  await page.getByRole('button', { name: /°F · lb/ }).click()

  await page.goto(`${farm.url}/chicken-batch?record=${flock.id}&day=${ago(2)}`)
  const weights = page.getByLabel('Bird by bird, lb')
  // Grams typed into a field of pounds are no weight; the answer says which unit is meant.
  await weights.fill('1850 1900')
  await expect(page.getByRole('alert').filter({ hasText: 'Enter lb' })).toBeVisible()
  await weights.fill('4.08 4.19 4.12')
  await expect(page.getByText(/mean 4\.130\s*lb/)).toBeVisible()
  await page.getByLabel('Feed', { exact: true }).fill('500000')
  await expect(page.getByRole('alert').filter({ hasText: /From 0 to 440,924\.52\s*lb/ })).toBeVisible()
  await page.getByLabel('Feed', { exact: true }).fill('4000')
  await page.getByLabel('Dead', { exact: true }).fill('8')
  await expectAccessible(page)
  for (const sure of await page.getByRole('button', { name: /^Yes/ }).all()) await sure.click()
  await page.getByRole('button', { name: english.keep, exact: true }).click()
  await expect(page.getByText(english.kept).first()).toBeVisible()

  const [stored] = (await call(
    farm,
    token,
    `/admin/auth/flock-records?flockId=${flock.id}&page=1&size=5`,
  ).then(answer => (answer as unknown as { items: { feed: number; weights: number[] }[] }).items)) as {
    feed: number
    weights: number[]
  }[]
  expect(stored?.feed).toBeCloseTo(1_814.369, 3)
  expect(stored?.weights).toEqual([1_850.7, 1_900.6, 1_868.8])

  // Opened again it reads as it was typed, and the flock has its figures in pounds.
  await page.goto(`${farm.url}/chicken-batch?record=${flock.id}&day=${ago(2)}`)
  await expect(weights).toHaveValue('4.08 4.19 4.12')
  await expect(page.getByLabel('Feed', { exact: true })).toHaveValue('4000')
  await page.goto(`${farm.url}/chicken-batch?id=${flock.id}`)
  const weeks = page.locator('.flock-weeks')
  await expect(weeks.getByRole('columnheader', { name: /Body weight\s*lb/ })).toBeVisible()
  await expect(weeks.getByRole('columnheader', { name: /Feed\s*lb\/100/ })).toBeVisible()
  await expect(weeks.getByText('4.130', { exact: true })).toBeVisible()
  await call(farm, token, `/admin/auth/flocks/${flock.id}/close`, { endedOn: TODAY })
  await call(farm, token, `/admin/auth/houses/${house.id}`, undefined, 'DELETE')
})
