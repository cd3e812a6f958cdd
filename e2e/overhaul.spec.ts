import { expect, expectAccessible, type Farm, inEnglish, prefer, signIn, test } from './farm.ts'
import { newVisitor, widths } from './visitor.ts'

async function tokenOf(farm: Farm, user: string): Promise<string> {
  const { username, password } = farm.account(user)
  const answer = await fetch(`${farm.url}/api/admin/open/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { data } = (await answer.json()) as { data: string }
  return data
}

test('a worker does an overhaul on the phone: the check that failed becomes a repair', async ({
  browser,
  farm,
}) => {
  const look = { theme: 'light', language: 'zh-CN' } as const
  const { page, visit, goOn, leave } = await newVisitor(browser, farm.url, look, widths.phone)
  await visit('/device/overhaul/item/client?search=皮带', await tokenOf(farm, 'worker'))
  const card = page
    .getByRole('listitem')
    .filter({ hasText: '检查皮带张紧度' })
    .filter({ hasText: '1号蛋鸡舍' })
  await expect(card).toContainText('已逾期')
  await card.getByRole('button', { name: /^完成检修/ }).click()
  const form = page.getByRole('dialog')
  const judge = (check: string, result: string) =>
    form.getByRole('group', { name: check }).getByRole('button', { name: result, exact: true }).click()
  await judge('皮带与皮带轮外缘齐平', '合格')
  await judge('张紧度合适', '不合格')
  await form.getByRole('button', { name: '完成检修' }).click()
  await expect(form).toContainText('请逐项选择结果')
  await judge('无裂纹、无磨损', '合格')
  await form.getByLabel('说明').fill('皮带打滑，已停用该风机')
  await expectAccessible(page)
  await form.getByRole('button', { name: '完成检修' }).click()
  await expect(form).toBeHidden()
  await expect(card).not.toContainText('已逾期')
  await goOn('/device-maintain/repair')
  await expect(page.getByRole('listitem').filter({ hasText: '张紧度合适' })).toContainText('待受理')
  await leave()
  await page.context().close()
})

test('a reminder that reached nobody is pushed again, and is read', async ({ page, browser, farm }) => {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'engineer', '/user/login?redirect=/deviceOverhaulPushMessageList')
  await inEnglish(page)
  const row = page.getByRole('row', { name: /Descale the cooling pads/ })
  await expect(row).toContainText('Push failed')
  await expect(row).toContainText('Nobody receives it')
  await row.getByRole('button', { name: /^Push again/ }).click()
  await expect(row).toContainText('Push success')
  await expectAccessible(page)
  const look = { theme: 'dark', language: 'en-US' } as const
  const siam = await newVisitor(browser, farm.url, look, widths.desk)
  await siam.visit('/notice-message', await tokenOf(farm, 'siam'))
  await expect(siam.page.getByText('Descale the cooling pads before the hot season')).toBeVisible()
  await siam.leave()
  await siam.page.context().close()
})
