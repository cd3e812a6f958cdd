import { expect, expectAccessible, inEnglish, prefer, signIn, test } from './farm.ts'
import { simulate } from './simulate.ts'

test('staff simulate a power failure: the owner sees it on the monitor, and it clears when ended', async ({
  page,
  farm,
  browser,
}) => {
  const owner = await browser.newPage()
  await prefer(owner, 'dark', 'en-US')
  await prefer(page, 'light', 'en-US')
  try {
    await signIn(owner, farm, 'linden', '/screen/index')
    await inEnglish(owner)
    await owner
      .getByRole('button', { name: /House 2/ })
      .first()
      .click()
    await expect(owner).toHaveURL(/houseId=/)
    const houseId = new URL(owner.url()).searchParams.get('houseId') ?? ''
    const failure = owner
      .getByRole('region', { name: 'Active alarms' })
      .getByRole('listitem')
      .filter({ hasText: 'Power failure' })
    await expect(failure).toHaveCount(0)

    await signIn(page, farm, 'admin', `/chickenHouseDetails?houseId=${houseId}`)
    await inEnglish(page)
    const faults = page.getByRole('region', { name: 'Faults to show' })
    await faults.getByRole('button', { name: 'Plant fault' }).click()
    await expect(faults.getByRole('listitem')).toContainText('Power failure')
    await expectAccessible(page)
    await expect(failure).toBeVisible({ timeout: 90_000 })
    await faults.getByRole('button', { name: 'End Power failure' }).click()
    await expect(faults.getByRole('listitem')).toHaveCount(0)
    await expect(failure).toHaveCount(0, { timeout: 90_000 })

    // The same from the command line.
    expect(await simulate(farm, '--help')).toContain('--fault <name>')
    expect(await simulate(farm, '--fault', 'storm', '--house', 'House 2')).toContain(
      'power, generator, fan, probe, link',
    )
    expect(await simulate(farm, '--fault', 'power', '--house', 'House 2')).toContain(
      'Planted: power at EC-BV-02',
    )
    await expect(failure).toBeVisible({ timeout: 90_000 })
  } finally {
    expect(await simulate(farm, '--fault', 'power', '--house', 'EC-BV-02', '--end')).toContain('Ended: power')
    await owner.close()
  }
})
