import { expect, expectAccessible, signIn, test } from './farm.ts'

test('an owner sees on the phone what the weather means to his birds, and that it is a sample', async ({
  page,
  farm,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, farm, 'owner', '/dashboard/workplace')
  const greeting = page.getByRole('link', { name: /°C 鲁源蛋业/ })
  await expect(greeting).toContainText('示例')
  await greeting.click()
  await expect(page).toHaveURL(/\/weather/)
  const tiles = ['实时', '对鸡群的影响', '7 天预报', '逐小时']
  for (const name of tiles)
    await expect(page.getByRole('region', { name, exact: true }).first()).toContainText('示例')
  await expect(page.getByText('演示用示例天气，并非真实预报')).toBeVisible()
  const birds = page.getByRole('region', { name: '对鸡群的影响' })
  await expect(birds.getByText('1号蛋鸡舍')).toBeVisible()
  await expect(birds.getByText(/按现行设置，.*第 \d+ 级/).first()).toBeVisible()
  await page.getByRole('region', { name: '7 天预报' }).getByRole('button').nth(2).click()
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/)
  await expectAccessible(page)
})
