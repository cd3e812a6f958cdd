import { cameraClips } from '#shared/contracts/camera-clips.ts'
import { expect, expectAccessible, inEnglish, prefer, signIn, test } from './farm.ts'

/** On a busy machine a camera takes a while until its recording can be seen. ms */
const PATIENT = { timeout: 90_000 }

test('the minute in which the birds crowded is found, kept, and given to the vet until the farm ends it', async ({
  page,
  farm,
  browser,
  problems,
}) => {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'linden', '/chicken-home/camera')
  await inEnglish(page)
  const tile = page.getByRole('article').first()
  await tile.getByRole('button', { name: /^Recording of / }).click()
  const panel = page.getByRole('dialog', { name: /^Recording: / })
  await expect(panel.getByRole('checkbox')).toHaveCount(2)
  for (const box of await panel.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
  await expectAccessible(page)
  // Checked once the server has it.
  for (const name of [/^Record: /, /^Film: /]) {
    await panel.getByRole('checkbox', { name }).click()
    await expect(panel.getByRole('checkbox', { name })).toBeChecked()
  }

  await expect(panel.getByRole('region', { name: 'Keep as a clip' })).toBeVisible(PATIENT)
  await panel.getByRole('spinbutton', { name: 'Minutes ago' }).fill('1')
  await panel.getByRole('spinbutton', { name: 'Minutes long' }).fill('1')
  await panel.getByRole('button', { name: 'Keep as a clip' }).click()
  const clip = panel.getByRole('listitem').first()
  await clip.getByRole('button', { name: /^Play / }).click(PATIENT)
  const player = panel.getByLabel(/^Recording: /)
  await expect
    .poll(() => player.evaluate(video => (video as HTMLVideoElement).currentTime), PATIENT)
    .toBeGreaterThan(0)
  await expectAccessible(page)

  await clip.getByRole('button', { name: /^Name / }).click()
  const naming = page.getByRole('dialog', { name: /^Name / })
  await naming.getByLabel('Name').fill('Crowding at the inlets')
  await naming.getByRole('button', { name: 'Save' }).click()
  await expect(clip.getByText('Crowding at the inlets')).toBeVisible()
  await clip.getByRole('button', { name: 'Give Crowding at the inlets to somebody' }).click()
  const giving = page.getByRole('dialog', { name: 'Give Crowding at the inlets to somebody' })
  await giving.getByLabel('For whom, such as the vet’s name').fill('Dr. Meyer')
  await giving.getByRole('button', { name: 'Make a link' }).click()
  const address = await giving.getByLabel('The link, shown only now').inputValue()
  await expectAccessible(page)

  const vet = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await vet.goto(address)
  await expect(vet.getByRole('heading', { name: 'Crowding at the inlets' })).toBeVisible(PATIENT)
  const seen = vet.getByLabel('Crowding at the inlets')
  await expect
    .poll(() => seen.evaluate(video => (video as HTMLVideoElement).currentTime), PATIENT)
    .toBeGreaterThan(0)
  await giving.getByRole('button', { name: 'End now' }).click()
  await expect(vet.getByText('This recording may not be watched any more.')).toBeVisible()
  await vet.reload()
  await expect(vet.getByText('This link has ended')).toBeVisible()
  await vet.context().close()
  await expect(giving.getByText(/viewed 1 time/)).toBeVisible()
  await giving.getByRole('button', { name: 'Close' }).last().click()

  await clip.getByRole('button', { name: 'Delete Crowding at the inlets' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Crowding at the inlets?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(clip.getByText('Crowding at the inlets')).toBeHidden()
  await expect(panel.getByLabel(/^Film: /)).toBeVisible(PATIENT)
  for (const box of await panel.getByRole('checkbox').all()) {
    await box.click()
    await expect(box).not.toBeChecked()
  }
  expect(problems.splice(0).filter(problem => !problem.includes(cameraClips.linked.path))).toEqual([])
})
