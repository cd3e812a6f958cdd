import { expect, expectAccessible, signIn, test } from './farm.ts'

test('an owner adds a rule, is told why it cannot be laxer than the built-in alarm, and puts somebody on call', async ({
  page,
  farm,
  problems,
}) => {
  await signIn(page, farm, 'owner', '/house-alarm/rule')
  await expect(page.getByText('湿度过高')).toBeVisible()
  const plan = page.getByRole('region', { name: '值班' })
  await expect(plan.getByText('现在报警会通知')).toBeVisible()

  await page.getByRole('button', { name: '新建规则' }).click()
  const form = page.getByRole('dialog', { name: '新建规则' })
  await form.getByLabel('规则名称').fill('舍温太高')
  await form.getByRole('combobox', { name: '监测量' }).click()
  await page.getByTitle('平均温度').click()
  await form.getByLabel('限值').fill('40')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('平台内置报警在 38 已经响起且不能关闭，规则只能更严')).toBeVisible()
  expect(problems.splice(0)).toEqual([expect.stringContaining('status of 400')])
  await form.getByLabel('限值').fill('31')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('舍温太高')).toBeVisible()

  await plan.getByRole('button', { name: '安排值班' }).click()
  const duty = page.getByRole('dialog', { name: '安排值班' })
  await duty.getByRole('combobox', { name: '值班人' }).fill('冯国强')
  await page.getByTitle('冯国强').click()
  await duty.getByLabel('开始').fill('00:00')
  await duty.getByLabel('结束').fill('00:00')
  await duty.getByRole('button', { name: '保存' }).click()
  await expect(duty).toBeHidden()
  await expect(plan.getByRole('status')).toContainText('冯国强')
  await expect(plan.getByRole('alert')).toContainText('服务商尚未开通电话和短信通知')

  await plan.getByRole('button', { name: '测试报警' }).click()
  const test = page.getByRole('dialog', { name: '测试报警' })
  await test.getByRole('button', { name: '发出测试' }).click()
  await expect(plan.getByText('上次测试：')).toContainText('未确认')
  await expectAccessible(page)
  await page.goto(`${farm.url}/notice-message`)
  const message = page.getByRole('listitem').filter({ hasText: '发出的测试报警' })
  await message.getByRole('button', { name: '标为已读' }).click()
  await expect(message.getByRole('button', { name: '标为已读' })).toBeHidden()
  await page.goto(`${farm.url}/house-alarm/rule`)
  await expect(plan.getByText('上次测试：')).toContainText('1/')
})
