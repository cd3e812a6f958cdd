import { expect, expectAccessible, signIn, test } from './farm.ts'

test('an owner adds a rule, is told why it cannot be laxer than the built-in alarm, and puts somebody on call', async ({
  page,
  farm,
  problems,
}) => {
  await signIn(page, farm, 'owner', '/house-alarm/rule')
  await expect(page.getByRole('cell', { name: '湿度过高', exact: true })).toBeVisible()
  const plan = page.getByRole('region', { name: '值班' })
  await expect(plan.getByText('现在报警会通知')).toBeVisible()

  await page.getByRole('button', { name: '新建规则' }).click()
  const form = page.getByRole('dialog', { name: '新建规则' })
  await form.getByLabel('规则名称').fill('舍温太高')
  await form.getByRole('combobox', { name: '监测量' }).fill('平均温度')
  await page.getByTitle('平均温度', { exact: true }).click()
  await form.getByLabel('限值').fill('40')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('平台内置报警在 38.0\u202f°C 已经响起且不能关闭，规则只能更严')).toBeVisible()
  expect(problems.splice(0)).toEqual([expect.stringContaining('status of 400')])
  await form.getByLabel('限值').fill('31')
  const tried = form.getByRole('region', { name: '过去 30 天此规则会报警' })
  await expect(tried.getByRole('status')).toContainText(/\d+ 次|30 天内没有报警/)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('cell', { name: '舍温太高', exact: true })).toBeVisible()

  await page.getByRole('button', { name: '新建规则' }).click()
  await form.getByLabel('规则名称').fill('停风时静压')
  await form.getByRole('combobox', { name: '监测量' }).fill('静压 1')
  await page.getByTitle('静压 1').click()
  await expect(form.getByText('静压只在有风机运行时判断')).toBeVisible()
  await form.getByRole('combobox', { name: '仅当' }).fill('水帘')
  await page.getByTitle('水帘', { exact: true }).click()
  await form.getByRole('combobox', { name: '状态' }).first().click()
  await page.getByTitle('是', { exact: true }).click()
  await form.getByLabel('限值', { exact: true }).fill('60')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('静压 1高于60\u202fPa · 持续 5 分钟 · 仅当水帘为是')).toBeVisible()

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
  await message.getByRole('button', { name: '标为已读', exact: true }).click()
  await expect(message.getByRole('button', { name: '标为已读', exact: true })).toBeHidden()
  await page.goto(`${farm.url}/house-alarm/rule`)
  await expect(plan.getByText('上次测试：')).toContainText('1/')
})

test('an owner gives a house on a poor link more time, is told what cannot be, and goes back to the default', async ({
  page,
  farm,
  problems,
}) => {
  await signIn(page, farm, 'owner', '/house-alarm/rule')
  const card = page.getByRole('region', { name: '鸡舍无数据' })
  await expect(card.getByRole('listitem')).toHaveText(['全部鸡舍3分钟预警，10分钟严重默认'])

  const set = async (warning: string, critical: string) => {
    await form.getByLabel('无数据多久预警（秒）').fill(warning)
    await form.getByLabel('多久升为严重（秒）').fill(critical)
    await form.getByRole('button', { name: '保存' }).click()
  }
  await card.getByRole('button', { name: '设置时限' }).click()
  const form = page.getByRole('dialog', { name: '设置时限' })
  await form.getByRole('combobox', { name: '鸡舍' }).click()
  const house = page.locator('.ant-select-item-option').first()
  const name = (await house.getAttribute('title')) ?? ''
  await house.click()
  await page.keyboard.press('Escape')
  await set('900', '600')
  await expect(form.getByText('不能早于预警')).toBeVisible()
  expect(problems.splice(0)).toEqual([expect.stringContaining('status of 400')])
  await set('900', '1500')
  await expect(form).toBeHidden()
  await expect(card.getByRole('listitem').filter({ hasText: name })).toHaveText(
    `${name}15分钟预警，25分钟严重`,
  )
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)

  await card.getByRole('button', { name: '设置时限' }).click()
  await expect(form.getByText('适用于全部鸡舍。')).toBeVisible()
  await set('180', '600')
  await expect(form).toBeHidden()
  await expect(card.getByRole('listitem')).toHaveText(['全部鸡舍3分钟预警，10分钟严重默认'])
})
