import type { Locator, Page } from '@playwright/test'
import { repairFields } from '#shared/contracts/repairs.ts'
import { repairSteps } from '#shared/repairs.ts'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import englishUploads from '#web/components/uploads/en-US.json' with { type: 'json' }
import uploads from '#web/components/uploads/zh-CN.json' with { type: 'json' }
import components from '#web/components/zh-CN.json' with { type: 'json' }
import flockWords from '#web/features/flocks/zh-CN.json' with { type: 'json' }
import words from '#web/features/repairs/zh-CN.json' with { type: 'json' }
import { CHROMIUM_ARGS, ensureChromium } from '../tools/chromium.ts'
import { call } from './api.ts'
import { ask } from './ask.ts'
import { expect, expectAccessible, type Farm, test, tokenOf } from './farm.ts'
import { keptIn } from './kept-in.ts'
import { fits, onPhone, ready } from './offline.ts'
import { newVisitor, widths } from './visitor.ts'

/** A microphone and a camera that send a tone and a moving picture, and may be used without asking. */
const args = [...CHROMIUM_ARGS, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({ ...onPhone, launchOptions: { executablePath: ensureChromium(), args } })

const REPAIRS = '/device-maintain/repair'
const zh = 'zh-CN'
const NOTE = repairSteps.note
/** The browser's messages about a lost connection are not the page's fault. */
const expected = /net::ERR_|WebSocket|Failed to fetch|50[234]/

/** A drawing that every browser reads. */
const drawing = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
})

const waiting = (page: Page) => page.getByRole('region', { name: words.keptHere })
const choosePicture = (form: Page | Locator, name: string) =>
  form.getByLabel(uploads.uses.picture.choose).first().setInputFiles(drawing(name))
/** A picture is shown from this device. */
const expectDrawn = (picture: Locator) =>
  expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)

interface Counted {
  pictures: number
  papers: number
}
/** What the server has of the notes of a repair, and of its creation. */
const notesOf = (farm: Farm, title: string) =>
  ask<Counted & { step: string; text: string | null }>(
    farm,
    `select e.step, e.text, cardinality(e.pictures) as pictures, cardinality(e.papers) as papers
      from record_entry e join repair r on r.id = e.record_id where r.title = $1 order by e.at, e.id`,
    [title],
  )

test('pictures of a repair and of a note, and a voice note, wait without network, outlive the tab and arrive once', async ({
  context,
  page,
  browser,
  farm,
  problems,
}) => {
  const [known, asked] = ['风机异响', '水线漏水']
  const token = await tokenOf(farm, 'worker')
  const { id } = await call(farm, token, '/admin/auth/repairs', {
    title: known,
    equipment: '',
    description: '3号风机异响',
    phone: '',
    pictures: [],
    statement: STATEMENT_VERSION,
  })
  await ready(page, farm, 'worker')
  await page.goto(`${farm.url}${REPAIRS}?id=${id}`)
  const panel = page.locator('aside.docked')
  await expect(panel).toContainText('3号风机异响')
  // The forms' own files are there before the network goes.
  await panel.getByRole('button', { name: NOTE.label[zh] }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByRole('button', { name: uploads.record.voice.start })).toBeVisible()
  await context.setOffline(true)

  await choosePicture(form, 'bearing.png')
  await expect(form.getByText(uploads.keptHere)).toBeVisible()
  await expectDrawn(form.getByRole('img', { name: 'bearing.png' }))
  await form.getByRole('button', { name: uploads.record.voice.start }).click()
  await expect(form.getByRole('timer')).toContainText('0:01')
  await form.getByRole('button', { name: uploads.record.stop }).click()
  await expect(form.locator('audio')).toBeVisible()
  await expect(form.getByText(uploads.keptHere)).toHaveCount(2)
  await fits(page)
  await expectAccessible(page)
  await form.getByRole('button', { name: NOTE.label[zh] }).click()
  await expect(page.getByText(components.keptHere)).toBeVisible()

  // Another one, written after the tab was closed.
  await page.close()
  const again = await context.newPage()
  await again.goto(`${farm.url}${REPAIRS}`)
  await expect(waiting(again)).toContainText(words.noteTo.split('{')[0] ?? '')
  await expectDrawn(waiting(again).getByRole('img', { name: 'bearing.png' }))
  await expect(waiting(again).locator('audio')).toBeVisible()
  await again.getByRole('button', { name: words.apply }).first().click()
  const request = again.getByRole('dialog')
  await request.getByLabel(repairFields.title.label[zh]).fill(asked)
  await request.getByLabel(repairFields.description.label[zh]).fill('二层水线接头漏水。')
  await choosePicture(request, 'leak.png')
  await expectDrawn(request.getByRole('img', { name: 'leak.png' }))
  await request.getByRole('checkbox').check()
  await request.getByRole('button', { name: words.send }).click()
  await expect(waiting(again)).toContainText(asked)
  expect(await keptIn(again, 'files')).toHaveLength(3)

  // The network is back for a moment: a file arrives, its answer does not, and the page is closed.
  let isCut = false
  await context.route(/\/auth\/files$/, async (route, sent) => {
    if (sent.method() !== 'POST' || isCut) return route.fallback()
    await route.fetch()
    isCut = true
    await context.setOffline(true)
    await route.abort()
  })
  await context.setOffline(false)
  await expect.poll(() => isCut).toBe(true)
  await again.close()
  expect(await notesOf(farm, asked)).toEqual([])
  await context.setOffline(false)
  const last = await context.newPage()
  await last.goto(`${farm.url}${REPAIRS}`)
  await expect.poll(() => notesOf(farm, asked)).toMatchObject([{ step: 'create', pictures: 1 }])
  await expect
    .poll(() => notesOf(farm, known))
    .toMatchObject([
      { step: 'create', pictures: 0 },
      { step: 'note', text: null, pictures: 1, papers: 1 },
    ])
  await expect(waiting(last)).toBeHidden()
  expect(await keptIn(last, 'repairs')).toEqual([[]])

  // The engineer sees the picture and hears the note where it stands.
  const engineer = await newVisitor(browser, farm.url, { theme: 'dark', language: 'en-US' }, widths.desk)
  try {
    await engineer.visit(`/device-maintain/repair/admin-list?id=${id}`, await tokenOf(farm, 'engineer'))
    const theirs = engineer.page.locator('aside.docked')
    await expectDrawn(theirs.getByRole('img', { name: 'bearing.png' }))
    const note = theirs.locator('audio')
    await expect.poll(() => note.evaluate(audio => (audio as HTMLAudioElement).readyState)).toBeGreaterThan(0)
    await note.evaluate(audio => (audio as HTMLAudioElement).play())
    await expect
      .poll(() => note.evaluate(audio => (audio as HTMLAudioElement).currentTime))
      .toBeGreaterThan(0)
    await expectAccessible(engineer.page)
    expect(engineer.problems).toEqual([])
  } finally {
    await engineer.page.context().close()
  }
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})

test('a picture of the day waits with its record without network, and is there when the sheet is opened again', async ({
  context,
  page,
  farm,
  problems,
}) => {
  const [house] = await ask<{ id: string; today: string }>(
    farm,
    `select f.id, (now() at time zone 'Asia/Shanghai')::date::text as today
      from flock f join house h on h.id = f.house_id
      join account a on a.username = 'worker' and starts_with(h.office_path, a.office_path)
      where f.ended_on is null and f.deleted_at is null and f.type = 'layer' and f.placed_on < current_date - 30
      order by h.name limit 1`,
  )
  if (!house) throw new Error('no such house at the farm')
  await ask(farm, 'delete from flock_record where flock_id = $1 and day = $2', [house.id, house.today])
  await ready(page, farm, 'worker')
  await context.setOffline(true)
  const sheet = `${farm.url}/chicken-batch?record=${house.id}&day=${house.today}`
  await page.goto(sheet)
  await choosePicture(page, 'litter.png')
  await expectDrawn(page.getByRole('img', { name: 'litter.png' }))
  await expect.poll(async () => JSON.stringify(await keptIn(page, 'drafts'))).toContain('kept-')

  // Closed before it was saved, and opened again: the picture is still in the sheet.
  await page.close({ runBeforeUnload: false })
  const again = await context.newPage()
  await again.goto(sheet)
  await expectDrawn(again.getByRole('img', { name: 'litter.png' }))
  await again.getByLabel(flockWords.fields.note).fill('垫料潮湿')
  await again.getByRole('button', { name: flockWords.keepHere }).click()
  await expect(again.getByText(flockWords.keptHere)).toBeVisible()
  await expectAccessible(again)

  await again.close()
  const last = await context.newPage()
  await context.setOffline(false)
  await last.goto(`${farm.url}/dashboard/workplace`)
  const told = () =>
    ask<{ note: string; pictures: number }>(
      farm,
      'select note, cardinality(pictures) as pictures from flock_record where flock_id = $1 and day = $2',
      [house.id, house.today],
    )
  await expect.poll(told).toEqual([{ note: '垫料潮湿', pictures: 1 }])
  await last.goto(sheet)
  await expectDrawn(last.getByRole('img', { name: 'litter.png' }))
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})

test('a file that is no recording is refused by name, a video is recorded and played, in English', async ({
  browser,
  farm,
}) => {
  const token = await tokenOf(farm, 'linden')
  const { id } = await call(farm, token, '/admin/auth/repairs', {
    title: 'A fan that rattles',
    equipment: '',
    description: 'Fan 3 rattles',
    phone: '',
    pictures: [],
    statement: STATEMENT_VERSION,
  })
  const farmer = await newVisitor(browser, farm.url, { theme: 'light', language: 'en-US' }, widths.phone)
  const { page } = farmer
  try {
    await farmer.visit(`${REPAIRS}?id=${id}`, token)
    const panel = page.locator('aside.docked')
    await panel.getByRole('button', { name: NOTE.label['en-US'] }).click()
    const form = page.getByRole('dialog')
    const chosen = form.getByLabel(englishUploads.uses.recording.choose)
    await chosen.setInputFiles({ name: 'a.amr', mimeType: 'audio/amr', buffer: Buffer.from('#!AMR\n') })
    await expect(form.getByRole('alert')).toContainText(englishUploads.uses.recording.wrong)
    await form.getByRole('button', { name: 'Remove a.amr' }).click()
    await form.getByRole('button', { name: englishUploads.record.video.start }).click()
    await expect(form.getByRole('timer')).toContainText('0:01')
    await form.getByRole('button', { name: englishUploads.record.stop }).click()
    await expect(form.locator('video')).toBeVisible()
    await form.getByRole('button', { name: NOTE.label['en-US'] }).click()
    await expect(form).toBeHidden()
    const video = panel.locator('video')
    await expect.poll(() => video.evaluate(view => (view as HTMLVideoElement).videoWidth)).toBeGreaterThan(0)
    await fits(page)
    expect(farmer.problems).toEqual([])
  } finally {
    await page.context().close()
  }
})
