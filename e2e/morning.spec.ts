import { ask } from './ask.ts'
import { expect, test } from './farm.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('an owner goes round the farm on the phone before breakfast, in Chinese', async ({ page, farm }) => {
  await page.goto(`${farm.url}/user/login`)
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('button', { name: farm.account('linden').label['zh-CN'] }).click()
  await page.waitForURL('**/dashboard/workplace')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('好')

  // Every house at a glance, as it is now.
  const houses = page.getByRole('region', { name: '鸡舍', exact: true })
  // Other stories' houses come and go silently; those of the demonstration have a temperature.
  const first = houses
    .getByRole('link')
    .filter({ hasText: /日龄\D*\d+\.\d/ })
    .first()
  await expect(first).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  // Into the house, and back with the thumb.
  await first.click()
  await expect(page).toHaveURL(/\/screen\/index\?houseId=/)
  await page.getByRole('navigation', { name: '快捷入口' }).getByRole('link', { name: '今日' }).click()
  await expect(page).toHaveURL(/\/dashboard\/workplace$/)

  // Somebody deletes yesterday's record: the round shows it at once and leads to where it is entered.
  const [flock] = await ask<{ id: string; name: string; row: object }>(
    farm,
    `select f.id, h.name, to_jsonb(r) as row from flock f join house h on h.id = f.house_id
      join office o on o.id = h.office_id join account a on a.username = 'linden' and starts_with(h.office_path, a.office_path)
      join lateral (select * from flock_record r where r.flock_id = f.id order by day desc limit 1) r on true
      where f.ended_on is null and f.deleted_at is null order by h.name limit 1`,
  )
  if (!flock) throw new Error('no flock at the farm')
  await ask(farm, 'delete from flock_record where id = $1', [(flock.row as { id: string }).id])
  const todo = page.getByRole('region', { name: '今日要事' })
  // Houses that other stories built are silent by now, which is worse than a missing record.
  const more = todo.getByRole('button', { name: /^另有/ })
  const unfolded = (look: () => Promise<void>) =>
    expect(async () => {
      if (await more.isVisible()) await more.click()
      await look()
    }).toPass({ timeout: 20_000 })
  const missing = todo.getByRole('listitem').filter({ hasText: '缺养殖记录' }).filter({ hasText: flock.name })
  await unfolded(() => expect(missing).toBeVisible({ timeout: 1_000 }))
  await missing.getByRole('link', { name: /^记录/ }).click()
  await expect(page).toHaveURL(new RegExp(`/chicken-batch\\?record=${flock.id}&day=`))
  await page.goBack()

  // Once it is recorded again, nothing is left to do about it.
  await ask(farm, 'insert into flock_record select * from jsonb_populate_record(null::flock_record, $1)', [
    flock.row,
  ])
  await unfolded(async () => {
    // What else there is to do depends on the stories told before.
    const known = todo.getByRole('listitem').or(todo.getByText('各鸡舍一切正常。'))
    await expect(known.first()).toBeVisible({ timeout: 1_000 })
    await expect(more).toBeHidden({ timeout: 1_000 })
    await expect(missing).toBeHidden({ timeout: 1_000 })
  })
})
