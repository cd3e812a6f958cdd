import { expect, test } from 'vitest'
import { xssVectors } from '#shared/testing/xss-vectors.ts'
import { asAccepted, plainPaste, reviewedIn, withPicturesOf, withPicturesSent } from './pasted.ts'

const item = (level: number, mark: string, says: string) =>
  `<p class=MsoListParagraph style='margin-left:36.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${says}<o:p></o:p></p>`

test('Word’s lists become lists, nested, and numbered where Word numbers them', () => {
  const word = `<body>${item(1, '·', 'Belt')}${item(2, 'o', 'Tension')}${item(1, '·', 'Relay')}<p class=MsoNormal>Then<o:p></o:p></p>${item(1, '1.', 'Stop')}${item(1, '2.', 'Start')}</body>`
  expect(plainPaste(word)).toBe(
    '<ul><li>Belt<ul><li>Tension</li></ul></li><li>Relay</li></ul><p>Then</p><ol><li>Stop</li><li>Start</li></ol>',
  )
})

test('headings and tables stay, Word’s own markup goes', () => {
  const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {mso-style-parent:""} --></style><style>p.Other {margin:0}</style><title>Manual</title></head><body lang=EN-GB><!--StartFragment--><h1 style='mso-pagination:widow-orphan'>Fans</h1><p class=MsoNormal><o:p>&nbsp;</o:p></p><table class=MsoTableGrid border=1 style='mso-yfti-tbllook:1184'><tr style='height:1pt'><td width=100 valign=top><p class=MsoNormal>35&nbsp;Pa</p></td></tr></table><!--EndFragment--></body></html>`
  const plain = plainPaste(word)
  expect(plain).toContain('<h2>Fans</h2>')
  expect(plain).toContain('<td><p>35&nbsp;Pa</p></td>')
  expect(plain).not.toMatch(/mso|Other|Manual|class=|style|<o:|<!--|<h1/i)
})

test('pictures are taken from the RTF to their places in the HTML, but only if it is certain which is which', () => {
  const rtf = String.raw`{\rtf1 {\*\shppict{\pict{\*\picprop}\picw10\pngblip\bliptag-12{\*\blipuid 0a0b}89504e47
0d0a}}{\nonshppict{\pict\wmetafile8 0102}}{\*\shppict{\pict\jpegblip\bliptag7{\*\blipuid 0c0d}ffd8ff}}}`
  const html =
    '<p>a<img width=10 src="file:///C:/clip_image001.png">b<img src="file:///C:/clip_image002.jpg"></p>'
  expect(withPicturesOf(rtf, html)).toBe(
    `<p>a<img src="data:image/png;base64,${btoa('\x89PNG\r\n')}">b<img src="data:image/jpeg;base64,${btoa('\xff\xd8\xff')}"></p>`,
  )
  const one = '<p><img src="file:///C:/clip_image001.png"></p>'
  expect(withPicturesOf(rtf, one)).toBe('<p><aside data-callout="missing">clip_image001.png</aside></p>')
  expect(withPicturesOf('', html).match(/data-callout="missing">clip_image00[12]/g)).toHaveLength(2)
})

test('a chart that no browser draws leaves its place with its name, and the picture beside it is taken', () => {
  const rtf = String.raw`{\rtf1 {\pict\pngblip\bliptag-12{\*\blipuid 0a0b}89504e47}{\pict\emfblip\bliptag7{\*\blipuid 0c0d}01000000}}`
  const html = '<p><img src="file:///C:/image001.png"></p><p><img src="file:///C:/image002.emf"></p>'
  expect(withPicturesOf(rtf, html)).toBe(
    `<p><img src="data:image/png;base64,${btoa('\x89PNG')}"></p><p><aside data-callout="missing">image002.emf</aside></p>`,
  )
})

test('a picture the server refuses leaves its place with its description, or its number', async () => {
  const picture = (more: string) => `<img ${more}src="data:image/png;base64,${btoa('x')}">`
  const html = `<p>a</p>${picture('')}${picture('')}${picture('alt="Fan belt" ')}`
  const names: string[] = []
  const send = async ({ name }: File) => {
    names.push(name)
    return names.length === 1 ? '/files/1' : null
  }
  expect(await withPicturesSent(html, send, number => `Picture ${number}`)).toBe(
    '<p>a</p><figure><img src="/files/1"><figcaption></figcaption></figure><aside data-callout="missing">Picture 2</aside><aside data-callout="missing">Fan belt</aside>',
  )
  expect(names).toEqual(['Picture 1', 'Picture 2', 'Fan belt'])
})

test('a picture of another page leaves its place with its address', () => {
  expect(plainPaste('<p>Fan</p><img class="w" src="https://mmbiz.qpic.cn/a/640" data-w="9">')).toBe(
    '<p>Fan</p><aside data-callout="missing">https://mmbiz.qpic.cn/a/640</aside>',
  )
})

test('sub- and superscript, bold and struck text stay, also where Word says them by styles', () => {
  expect(plainPaste('<p>CO<sub>2</sub>, m<sup>3</sup></p>')).toBe('<p>CO<sub>2</sub>, m<sup>3</sup></p>')
  const word =
    "<p><span style='font-weight:bold'>Stop</span> <span style='text-decoration:line-through'>six</span> m<span style='vertical-align:super'>3</span></p>"
  expect(plainPaste(word)).toBe('<p><strong>Stop</strong> <s>six</s> m<sup>3</sup></p>')
})

test('lists keep their numbers, and one list is not the next', () => {
  const of = (list: string, mark: string, says: string) => item(1, mark, says).replace('l0', list)
  expect(
    plainPaste(`${of('l1', '三、', '停机')}${of('l1', '四、', '上锁')}${of('l2', '（1）', '查皮带')}`),
  ).toBe('<ol start="3"><li>停机</li><li>上锁</li></ol><ol><li>查皮带</li></ol>')
  expect(plainPaste(`${of('l1', '4.', 'Start')}${of('l1', '5.', 'Look')}`)).toBe(
    '<ol start="4"><li>Start</li><li>Look</li></ol>',
  )
  const starts = {
    'c)': 3,
    'C.': 3,
    'iv.': 4,
    'i.': 1,
    'aa)': 27,
    '十、': 10,
    '十二、': 12,
    '（二十一）': 21,
    '一、': 1,
  }
  for (const [mark, start] of Object.entries(starts))
    expect(plainPaste(of('l1', mark, 'Look')), mark).toBe(
      `<ol${start > 1 ? ` start="${start}"` : ''}><li>Look</li></ol>`,
    )
})

test('comments and tracked changes are counted, and leave a clean text when they are accepted', () => {
  const word = `<p>Four<del cite="mailto:A"> six</del><ins cite="mailto:A"> bar</ins><a style='mso-comment-reference:W_1' href="#_msocom_1">[W1]</a></p><div style='mso-element:comment-list'><div id="_com_1">check with the boss</div></div>`
  expect(reviewedIn(word)).toEqual({ comments: 1, changes: 2 })
  expect(plainPaste(asAccepted(word))).toBe('<p>Four bar</p>')
})

test('nothing pasted runs while it is being cleaned', async () => {
  const runs: string[] = []
  Object.assign(window, { xss: () => runs.push('ran') })
  for (const vector of xssVectors) plainPaste(`${item(1, '·', vector)}`)
  // An unreadable picture has reported its error by now, and every handler would have run with it.
  const last = new Image()
  await new Promise(told => {
    last.addEventListener('error', told)
    last.src = 'x:y'
  })
  expect(runs).toEqual([])
})
