import type { Locator, Page } from '@playwright/test'
import { articleFields, articles } from '#shared/contracts/articles.ts'
import { questionFields } from '#shared/contracts/questions.ts'
import { xssVectors } from '#shared/testing/xss-vectors.ts'
import type { Language } from '#shared/text.ts'
import englishList from '#web/components/en-US.json' with { type: 'json' }
import englishRichText from '#web/components/rich-text/en-US.json' with { type: 'json' }
import chineseRichText from '#web/components/rich-text/zh-CN.json' with { type: 'json' }
import chineseList from '#web/components/zh-CN.json' with { type: 'json' }
import english from '#web/features/articles/en-US.json' with { type: 'json' }
import chinese from '#web/features/articles/zh-CN.json' with { type: 'json' }
import englishQuestions from '#web/features/questions/en-US.json' with { type: 'json' }
import chineseQuestions from '#web/features/questions/zh-CN.json' with { type: 'json' }
import { videoOf } from '../server/testing/pictures.ts'
import { expect, expectAccessible, type Farm, inEnglish, prefer, signIn, test, tokenOf } from './farm.ts'
import { keptIn } from './kept-in.ts'
import { newVisitor, widths } from './visitor.ts'

const EDITORS_FAQ = '/device-maintain/common-problem/admin-list'

/** The label of a field of an article. */
const label = (language: Language, name: 'englishTitle' | 'chineseTitle') =>
  articleFields[name].label[language]
const SAVE = { 'zh-CN': '保存', 'en-US': 'Save' }
const MORE = { 'zh-CN': /更多/, 'en-US': /More/ }
const RELEASE = { 'zh-CN': '发布', 'en-US': 'Release' }
const RELEASED = { 'zh-CN': '已发布', 'en-US': 'Released' }

/** The editor's form of a new FAQ. */
async function openNew(page: Page, farm: Farm) {
  await page.goto(`${farm.url}${EDITORS_FAQ}?id=new`)
  return page.getByRole('dialog')
}

test('an unsaved text outlives a closed window, and an earlier version can be restored', async ({
  page,
  context,
  farm,
}) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'editor', EDITORS_FAQ)
  await inEnglish(page)
  let form = await openNew(page, farm)
  await form.getByLabel('English title').fill('The feed scale drifts')
  await form.getByRole('textbox', { name: 'English text' }).fill('Tare the empty bin first.')
  await expect(form.getByRole('status').filter({ hasText: 'saved on this device' })).toBeVisible()
  // The first words may be stored before the last.
  await expect
    .poll(async () => JSON.stringify(await keptIn(page, 'drafts')))
    .toContain('Tare the empty bin first.')
  await page.close({ runBeforeUnload: false })

  const back = await context.newPage()
  form = await openNew(back, farm)
  await expect(form.getByRole('status').filter({ hasText: 'Your unsaved draft is back' })).toBeVisible()
  await expect(form.getByLabel('English title')).toHaveValue('The feed scale drifts')
  await expect(form.getByRole('textbox', { name: 'English text' })).toHaveText('Tare the empty bin first.')
  await form.getByLabel('Original').click()
  await back.getByTitle('English', { exact: true }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  await back.getByRole('button', { name: /^Edit.*The feed scale drifts/ }).click()
  await expect(form.getByRole('textbox', { name: 'English text' })).toHaveText('Tare the empty bin first.')
  await expect(form.getByText('Your unsaved draft is back')).toBeHidden()
  await form.getByRole('textbox', { name: 'English text' }).fill('Weigh the empty bin first.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  await back.getByRole('button', { name: /^Edit.*The feed scale drifts/ }).click()
  await form.getByRole('button', { name: 'History' }).click()
  await expect(form.locator('del')).toHaveText('Tare')
  await expect(form.locator('ins')).toHaveText('Weigh')
  await expectAccessible(back)
  await form.getByRole('button', { name: /^Version 1/ }).click()
  const restore = form.getByRole('button', { name: 'Restore this version' })
  await restore.click()
  await expect(form.getByRole('button', { name: /^Version 3/ })).toBeVisible()
  // Not asked before, but taken back by one press.
  await back.getByRole('button', { name: englishList.undo.undo, exact: true }).click()
  await expect(form.getByRole('button', { name: /^Version 4/ })).toBeVisible()
  await form.getByRole('button', { name: 'Write' }).click()
  await expect(form.getByRole('textbox', { name: 'English text' })).toHaveText('Weigh the empty bin first.')
  await form.getByRole('button', { name: 'History' }).click()
  await form.getByRole('button', { name: /^Version 1/ }).click()
  await restore.click()
  await expect(form.getByRole('button', { name: /^Version 5/ })).toBeVisible()
  await form.getByRole('button', { name: 'Write' }).click()
  await expect(form.getByRole('textbox', { name: 'English text' })).toHaveText('Tare the empty bin first.')
})

const richText = { 'zh-CN': chineseRichText, 'en-US': englishRichText }
const questionWords = { 'zh-CN': chineseQuestions, 'en-US': englishQuestions }
const words = { 'zh-CN': chinese, 'en-US': english }

for (const [language, width] of [
  ['en-US', widths.desk],
  ['zh-CN', widths.phone],
] as const)
  test(`an editor deletes an article by mistake, takes it back at once, and later restores it as a draft: ${language}`, async ({
    browser,
    farm,
  }) => {
    const { deletion, record, undo, moreFor } = { 'zh-CN': chineseList, 'en-US': englishList }[language]
    const name = `Deleted by mistake ${language}`
    const saying = (text: string) => text.replace('{{name}}', name)
    const token = await tokenOf(farm, 'editor')
    const editor = await newVisitor(browser, farm.url, { theme: 'light', language }, width)
    const { page } = editor
    const text = { chineseSubtitle: '', chineseContent: '', englishSubtitle: '', englishContent: '' }
    const titled = { chineseTitle: name, englishTitle: name, original: language }
    const added = await page.request.post(`${farm.url}/api${articles.faq.create.path}`, {
      headers: { 'access-token': token },
      data: { ...text, ...titled, coverMode: 'none', covers: [], attachments: [], faults: [] },
    })
    expect(added.status()).toBe(200)
    await editor.visit(EDITORS_FAQ, token)
    const row = page.getByRole('button', { name: saying(moreFor) })
    const remove = async () => {
      await row.click()
      await page.getByRole('menuitem', { name: record.remove }).click()
      await expect(row).toBeHidden()
    }
    await remove()
    await expect(page.getByText(saying(record.removed))).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: undo.undo, exact: true }).click()
    await expect(row).toBeVisible()
    await remove()

    await editor.goOn(`${EDITORS_FAQ}?deleted=recently`)
    await expect(page.getByText(deletion.recently).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: `${record.restore} ${name}` }).click()
    await expect(page.getByRole('button', { name: `${record.restore} ${name}` })).toBeHidden()
    await editor.goOn(`${EDITORS_FAQ}?status=draft`)
    await expect(page.getByRole('button', { name: saying(moreFor) })).toBeVisible()
    expect(editor.problems).toEqual([])
    await editor.leave()
    await page.context().close()
  })

/** Word's clipboard: its own styles, a list as paragraphs with marks, a table, a picture, and things that would run. */
const MISSING = {
  'zh-CN': /张图片没有粘贴进来/,
  'en-US': /pictures could not be taken from what was pasted/,
}
const WORD = (
  picture: string,
) => `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {mso-style-parent:""} --></style></head><body lang=EN-GB>
<h1 style='mso-pagination:widow-orphan'>Before the season</h1><p class=MsoNormal style='mso-margin-top-alt:auto'><b>Stop</b> the fan first.<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt'>&nbsp;</span></span><![endif]>Belt<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt'>&nbsp;</span></span><![endif]>Shutter<o:p></o:p></p>
<table class=MsoTableGrid border=1><tr><td width=200><p class=MsoNormal>Pressure</p></td><td><p class=MsoNormal>35 Pa</p></td></tr></table>
<p class=MsoNormal><img width=40 src="${picture}"></p>${xssVectors.join('')}<p>The end</p></body></html>`

/** Elements and attributes in a text that would run something. */
const dangerIn = (field: Locator) =>
  field.evaluate(root =>
    [...root.querySelectorAll('*')].flatMap(element => [
      ...(/^(?:script|iframe|object|embed|base|meta|link|form|style|svg|math)$/i.test(element.tagName)
        ? [element.tagName]
        : []),
      ...[...element.attributes]
        .filter(
          ({ name, value }) => name.startsWith('on') || /^\s*(?:javascript|vbscript|data):/i.test(value),
        )
        .map(({ name, value }) => `${name}=${value}`),
    ]),
  )

/** A picture that a browser can decode. */
const drawnPicture = (page: Page) =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 40 })
    return canvas.toDataURL('image/png')
  })

const paste = (field: Locator, html: string) =>
  field.evaluate((element, said) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', said)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

for (const language of ['zh-CN', 'en-US'] as const)
  test(`an editor pastes from Word, translates and releases, and a farm reads it: ${language}`, async ({
    browser,
    farm,
  }) => {
    const say = words[language]
    const [english, chinese] = [`Fans in spring ${language}`, `春季风机 ${language}`]
    const shown = language === 'zh-CN' ? chinese : english
    const editor = await newVisitor(browser, farm.url, { theme: 'light', language }, widths.desk)
    await editor.visit(`${EDITORS_FAQ}?id=new`, await tokenOf(farm, 'editor'))
    const { page } = editor
    await page.evaluate(() => Object.assign(window, { xss: () => console.error('ran') }))
    const form = page.getByRole('dialog')
    await form.getByLabel(label(language, 'englishTitle')).fill(english)
    const field = form.getByRole('textbox', { name: say.content.english, exact: true })
    await field.click()
    await paste(field, WORD(await drawnPicture(page)))
    await expect(field.locator('img[src^="/files/"]')).toHaveCount(1)
    await expect(field.locator('h2')).toHaveText('Before the season')
    await expect(field.locator('li')).toHaveText(['Belt', 'Shutter'])
    await expect(field.locator('td')).toHaveText(['Pressure', '35 Pa'])
    await expect(field.locator('strong').first()).toHaveText('Stop')
    expect(await field.innerHTML()).not.toMatch(/mso|<o:|style="font|class="Mso/i)
    expect(await dangerIn(field)).toEqual([])
    // Pictures of the page it came from could not be taken: their places wait to be filled or deleted.
    const places = field.locator('[data-callout="missing"]')
    await form.getByRole('button', { name: SAVE[language] }).click()
    await expect(form.getByText(MISSING[language])).toBeVisible()
    for (let left = await places.count(); left > 0; left--) {
      await places.first().click()
      await page.keyboard.press('Delete')
      await expect(places).toHaveCount(left - 1)
    }
    await expect(form.getByText(MISSING[language])).toBeHidden()
    const video = richText[language].video
    const film = { name: 'fan.mp4', mimeType: 'video/mp4', buffer: videoOf(64) }
    const toolbar = form.getByRole('toolbar', { name: say.content.english })
    await toolbar.locator(`input[aria-label="${video}"]`).setInputFiles(film)
    await expect(field.locator('video[src^="/files/"]')).toHaveCount(1)
    // The reader's own page at the width of a desk and of a phone, before anybody can read it.
    await form.getByRole('button', { name: say.preview, exact: true }).click()
    const preview = form.frameLocator('iframe')
    for (const width of [1440, 390]) {
      await form.getByRole('button', { name: String(width), exact: true }).click()
      await expect(preview.getByRole('heading', { level: 1, name: english })).toBeVisible()
      await expect(preview.locator('.rich-text li')).toHaveText(['Belt', 'Shutter'])
      const body = preview.locator('body')
      expect(await body.evaluate(({ ownerDocument }) => ownerDocument.defaultView?.innerWidth)).toBe(width)
      await expect.poll(() => body.evaluate(it => it.scrollWidth <= it.clientWidth)).toBe(true)
    }
    await form.getByRole('button', { name: say.write, exact: true }).click()
    await form.getByLabel(label(language, 'chineseTitle')).fill(chinese)
    await form.getByRole('textbox', { name: say.content.chinese, exact: true }).fill('先停风机。')
    await form.getByRole('button', { name: SAVE[language] }).click()
    await expect(form).toBeHidden()
    const row = page.getByRole('row', { name: new RegExp(shown) })
    await row.getByRole('button', { name: MORE[language] }).click()
    await page.getByRole('menuitem', { name: RELEASE[language] }).click()
    await expect(row).toContainText(RELEASED[language])
    expect(editor.problems).toEqual([])
    await editor.leave()
    await page.context().close()

    const reader = await newVisitor(browser, farm.url, { theme: 'dark', language }, widths.phone)
    const search = encodeURIComponent(shown)
    await reader.visit(
      `/device-maintain/common-problem?search=${search}`,
      await tokenOf(farm, language === 'zh-CN' ? 'worker' : 'linden'),
    )
    await reader.page.getByRole('button', { name: shown }).click()
    await expect(reader.page.getByRole('heading', { level: 1, name: shown })).toBeVisible()
    if (language === 'en-US') {
      await expect(reader.page.locator('.rich-text li')).toHaveText(['Belt', 'Shutter'])
      const drawn = reader.page.locator('.rich-text img')
      await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
      const played = await reader.page.locator('.rich-text video').getAttribute('src')
      const part = await reader.page.request.get(`${farm.url}${played}`, { headers: { range: 'bytes=0-9' } })
      expect([part.status(), (await part.body()).length]).toEqual([206, 10])
    } else await expect(reader.page.locator('.rich-text')).toHaveText('先停风机。')
    await expectAccessible(reader.page)
    expect(reader.problems).toEqual([])
    await reader.leave()
    await reader.page.context().close()
  })

for (const language of ['zh-CN', 'en-US'] as const)
  test(`a search in vain and an article that did not help both lead to a question in the same words: ${language}`, async ({
    browser,
    farm,
  }) => {
    const isChinese = language === 'zh-CN'
    const say = { ...words[language], ...questionWords[language] }
    const reader = await newVisitor(browser, farm.url, { theme: 'light', language }, widths.phone)
    const { page } = reader
    const token = await tokenOf(farm, isChinese ? 'worker' : 'linden')
    const form = page.getByRole('dialog')
    const text = form.getByLabel(questionFields.text.label[language])
    const inVain = isChinese ? '风机轴承嗡嗡叫' : 'fan bearing hums zzz'
    await reader.visit(`/device-maintain/common-problem?search=${encodeURIComponent(inVain)}`, token)
    await expect(page.getByRole('heading', { name: say.nothing.nearest })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: say.ask }).click()
    await expect(text).toHaveValue(`${inVain}\n`)

    const title = isChinese ? '风机不转' : 'A fan does not run'
    await reader.visit(`/device-maintain/common-problem?search=${encodeURIComponent(title)}`, token)
    await page.getByRole('button', { name: title, exact: true }).click()
    await page.getByRole('button', { name: say.no, exact: true }).click()
    await expect(page.getByText(say.unhelpful)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: say.ask }).click()
    await expect(text).toHaveValue(`${say.about.replace('{{title}}', title)}\n`)
    expect(reader.problems).toEqual([])
    await reader.leave()
    await page.context().close()
  })

for (const language of ['zh-CN', 'en-US'] as const)
  test(`a worker finds a fan fault article on the phone, likes it, asks, and sees the answer live: ${language}`, async ({
    browser,
    farm,
  }) => {
    const say = { ...words[language], ...questionWords[language] }
    const isChinese = language === 'zh-CN'
    const account = isChinese ? 'worker' : 'linden'
    const worker = await newVisitor(browser, farm.url, { theme: 'dark', language }, widths.phone)
    await worker.visit('/device-maintain/common-problem', await tokenOf(farm, account))
    const { page } = worker
    await page
      .getByRole('searchbox')
      .or(page.getByLabel(say.readSearchHint))
      .first()
      .fill(isChinese ? '风机不转' : 'fan does not')
    const title = isChinese ? '风机不转' : 'A fan does not run'
    await page.getByRole('button', { name: title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const like = page.getByRole('button', { name: new RegExp(`^${say.like}`) })
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)
    // Printed, it stands alone.
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(like).toBeHidden()
    await page.emulateMedia({ media: null })

    await worker.goOn('/device-maintain/user-problem')
    await page.getByRole('button', { name: say.ask }).first().click()
    const form = page.getByRole('dialog')
    const asked = isChinese
      ? '3号风机复位后还是不转，热继电器反复跳闸'
      : 'Fan 3 still does not run after the relay was reset'
    await form.getByLabel(questionFields.text.label[language]).fill(asked)
    await expect(form.getByRole('navigation', { name: say.similar })).toContainText(title)
    await form.getByRole('button', { name: say.send }).click()
    await expect(page.getByText(say.soon).first()).toBeVisible()

    const engineer = await newVisitor(browser, farm.url, { theme: 'light', language }, widths.desk)
    await engineer.visit(
      `/device-maintain/user-problem/admin-list?search=${encodeURIComponent(asked)}`,
      await tokenOf(farm, 'engineer'),
    )
    await engineer.page
      .getByRole('row', { name: new RegExp(asked) })
      .getByRole('button')
      .first()
      .click()
    const answer = isChinese
      ? '先测三相电流，不平衡就换轴承。'
      : 'Measure the current of each phase, then change the bearing.'
    await engineer.page.getByPlaceholder(say.replyHint).fill(answer)
    await engineer.page.getByRole('button', { name: say.reply, exact: true }).click()
    // The worker's page shows it without reloading.
    await expect(page.getByText(answer)).toBeVisible()
    for (const who of [engineer, worker]) {
      expect(who.problems).toEqual([])
      await who.leave()
      await who.page.context().close()
    }
  })
