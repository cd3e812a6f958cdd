import DOMPurify from 'dompurify'
import { MISSING, richTags } from '#shared/rich-text.ts'

/** A picture embedded in pasted HTML, as Word and browsers do. */
const INSIDE = /<img[^>]*src="(data:image\/(?:png|jpeg|gif|webp);base64,[^"]+)"[^>]*>/gi

/** A picture on the writer's disk, as Word's HTML refers to it. */
const ON_DISK = /<img[^>]*src="file:([^"]*)"[^>]*>/gi
/** Any picture that is not embedded and not one of ours. */
const ELSEWHERE = /<img(?![^>]*src="(?:data:image\/|\/files\/))[^>]*>/gi
/** A picture in Word's RTF: its type, then its bytes in hexadecimal. */
const IN_RTF =
  /{\\pict[\s\S]+?\\bliptag-?\d+(?:\\blipupi-?\d+)?(?:{\\\*\\blipuid\s?[\da-f]+)?[\s}]*?([\da-f\s]+)}/gi

/** The place of something that could not be taken, with its name, so that nobody misses it unnoticed. */
const placeOf = (name: string): string =>
  `<aside data-callout="${MISSING}">${name.replace(/[<>&"]/g, '').slice(0, 200)}</aside>`
/** The name of a picture's file, from its address. */
const nameIn = (address: string): string => address.split(/[\\/]/).findLast(part => part !== '') ?? address

/**
 * Word puts pictures into the RTF beside its HTML, in the same order; this moves them to where the HTML refers to them. What
 * no browser draws, such as a chart as EMF, leaves its place. If the numbers differ, there is no telling which is which, and
 * all leave their places.
 */
export function withPicturesOf(rtf: string, html: string): string {
  const pictures = [...rtf.matchAll(IN_RTF)].map(([whole, digits = '']) => ({
    type: /\\(png|jpeg)blip/.exec(whole)?.[1],
    digits: digits.replace(/\s/g, ''),
  }))
  const isCertain = pictures.length === (html.match(ON_DISK) ?? []).length
  let at = 0
  return html.replace(ON_DISK, (_, address: string) => {
    const { type, digits } = pictures[at++] ?? { type: undefined, digits: '' }
    if (!isCertain || type === undefined) return placeOf(nameIn(address))
    const bytes = (digits.match(/../g) ?? []).map(pair => String.fromCharCode(Number.parseInt(pair, 16)))
    return `<img src="data:image/${type};base64,${btoa(bytes.join(''))}">`
  })
}

/** Every attribute of this browser that would run its content, such as `onerror`. */
const HANDLERS = [HTMLBodyElement, HTMLVideoElement, SVGAnimateElement].flatMap(({ prototype }) => {
  const names: string[] = []
  for (const name in prototype) if (name.startsWith('on')) names.push(name)
  return names
})
const HANDLER = new RegExp(`([\\s/"'\`])(?:${[...new Set(HANDLERS)].join('|')})(\\s*=)`, 'gi')

/**
 * The same HTML without event handlers. Nothing of it would run while being read, but the page's policy reports each one,
 * and a report of a real attack would be lost among them.
 */
const withoutHandlers = (html: string): string => html.replace(HANDLER, '$1data-was$2')

/** What Word's and other pages' markup says that is needed while cleaning, and nothing that runs or loads. */
const WHILE_CLEANING = {
  ALLOWED_TAGS: [
    ...Object.keys(richTags),
    'h1',
    'h5',
    'h6',
    'b',
    'i',
    'strike',
    'del',
    'ins',
    'div',
    'span',
    'section',
  ],
  ALLOWED_ATTR: [...new Set(Object.values(richTags).flat()), 'style', 'class'],
  ADD_DATA_URI_TAGS: ['img'],
}

/** What a pasted text of Word carries beside its words. */
export interface Reviewed {
  comments: number
  changes: number
}
const countOf = (html: string, what: RegExp): number => (html.match(what) ?? []).length
export const reviewedIn = (html: string): Reviewed => ({
  comments: countOf(html, /id="?_com_\d+/gi),
  changes: countOf(html, /<(?:ins|del)\b/gi),
})

/** The text as it reads with all tracked changes accepted, and without the comments. */
export function asAccepted(html: string): string {
  const page = new DOMParser().parseFromString(withoutHandlers(html), 'text/html')
  const isComment =
    '[style*="mso-element:comment"], [style*="mso-special-character:comment"], [href^="#_msocom"], [id^="_com_"]'
  for (const each of page.querySelectorAll(`del, ${isComment}`)) each.remove()
  for (const each of page.querySelectorAll('ins')) each.replaceWith(...each.childNodes)
  return page.body.innerHTML
}

const CHINESE_DIGITS = '一二三四五六七八九'
const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

/** 1 to 99 in Chinese numerals. */
function chineseNumber(numeral: string): number {
  const digit = (sign: string | undefined) => (sign ? CHINESE_DIGITS.indexOf(sign) + 1 : 0)
  const [tens, ones] = numeral.includes('十') ? numeral.split('十') : [undefined, numeral]
  return (tens === undefined ? 0 : (digit(tens) || 1) * 10) + digit(ones)
}

/** `iv` is 4. */
const romanNumber = (numeral: string): number =>
  [...numeral].reduce((sum, sign, at) => {
    const [value = 0, next = 0] = [ROMAN_DIGITS[sign], ROMAN_DIGITS[numeral[at + 1] ?? '']]
    return sum + (value < next ? -value : value)
  }, 0)

/** What a mark of a list counts: `3`, `三`, `c` and `iii` are 3. A single i, v or x is Roman, any other letter is itself. */
function numberOf(mark: string): number {
  if (/^\d+$/.test(mark)) return Number(mark)
  const letters = mark.toLowerCase()
  if (/^[一二三四五六七八九十]+$/.test(letters)) return chineseNumber(letters)
  if (/^[ivx]$|^[ivxlc]{2,}$/.test(letters)) return romanNumber(letters)
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0)
}

/** Word writes each list item as a paragraph with its mark; this turns them into lists, nested by level. */
function withLists(html: string): string {
  if (!/mso-list:\s*l\d/i.test(html)) return html
  const page = new DOMParser().parseFromString(html, 'text/html')
  const open: HTMLElement[] = []
  let last = ''
  for (const paragraph of page.body.querySelectorAll('p')) {
    const [, list = '', told = '0'] =
      /mso-list:\s*(l\d+) level(\d)/i.exec(paragraph.getAttribute('style') ?? '') ?? []
    const level = Number(told)
    if (level === 0 || list !== last || paragraph.previousElementSibling !== open[0]) open.length = 0
    last = list
    if (level === 0) continue
    const mark = [...paragraph.querySelectorAll('span')].find(span =>
      /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
    )
    const number = /^[(（]?([\da-z]+|[一二三四五六七八九十]+)[.)）、．]/i.exec(
      mark?.textContent?.trim() ?? '',
    )?.[1]
    const isCounted = number !== undefined
    mark?.remove()
    open.length = Math.min(open.length, level)
    while (open.length < level) {
      const list = page.createElement(isCounted ? 'ol' : 'ul')
      const start = number === undefined ? 1 : numberOf(number)
      if (start > 1) list.setAttribute('start', String(start))
      const above = open.at(-1)
      if (above) (above.lastElementChild ?? above.appendChild(page.createElement('li'))).append(list)
      else paragraph.before(list)
      open.push(list)
    }
    const item = page.createElement('li')
    item.append(...paragraph.childNodes)
    open.at(-1)?.append(item)
    paragraph.remove()
  }
  return page.body.innerHTML
}

/** What Word says by styles instead of tags. */
function withTags(html: string): string {
  if (!/font-weight|text-decoration|vertical-align/i.test(html)) return html
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const [tag, says] of [
    ['strong', /font-weight:\s*(?:bold|[6-9]00)/i],
    ['s', /text-decoration:[^;]*line-through/i],
    ['sub', /vertical-align:\s*sub/i],
    ['sup', /vertical-align:\s*super/i],
  ] as const)
    for (const span of page.querySelectorAll('span[style]'))
      if (says.test(span.getAttribute('style') ?? '')) {
        const within = page.createElement(tag)
        within.append(...span.childNodes)
        span.append(within)
      }
  return page.body.innerHTML
}

/**
 * HTML from Word and other pages without its private markup: classes, styles, comments and empty paragraphs. Headings, lists
 * and tables stay; the largest heading is the article's title, not part of its text. Embedded pictures stay in place; those
 * that lie elsewhere leave their places.
 */
export const plainPaste = (html: string): string =>
  DOMPurify.sanitize(
    withoutHandlers(html)
      .replace(/<(style|script|xml|title)\b[\s\S]*?<\/\1>/gi, '')
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/<!\[[^>]*>/g, '')
      .replace(/<\/?(?:o|w|v|m|st1):[^>]*>/gi, '')
      .replace(ON_DISK, (_, address: string) => placeOf(nameIn(address)))
      .replace(ELSEWHERE, picture => placeOf(/src="([^"]*)"/i.exec(picture)?.[1] ?? '')),
    WHILE_CLEANING,
  )
    .replace(/^[\s\S]*$/, whole => withTags(withLists(whole)))
    .replace(/\s(?:class|style)="[^"]*"/gi, '')
    .replace(/(<\/?h)1\b/gi, '$12')
    .replace(/(<\/?h)[56]\b/gi, '$14')
    .replace(/<\/?(?:span|div|section)>/gi, '')
    .replace(/<p>(?:\s|&nbsp;|<br\s*\/?>)*<\/p>/gi, '')

/**
 * Uploads the pictures embedded in pasted HTML; returns it with their addresses. One that was refused leaves its place, named
 * by its description, else by `nameOf` its number among them, from 1.
 */
export async function withPicturesSent(
  html: string,
  send: (file: File) => Promise<string | null>,
  nameOf: (number: number) => string,
): Promise<string> {
  const pictures = [...html.matchAll(INSIDE)].map(([picture, data = ''], at) => ({
    name: /\salt="([^"]+)"/i.exec(picture)?.[1] ?? nameOf(at + 1),
    data,
  }))
  const sent = await Promise.all(
    pictures.map(async ({ name, data }) => ({ name, address: await send(fileOf(data, name)) })),
  )
  let at = 0
  return html.replace(INSIDE, () => {
    const { name, address } = sent[at++] ?? { name: '', address: null }
    return address ? `<figure><img src="${address}"><figcaption></figcaption></figure>` : placeOf(name)
  })
}

/** Without fetch, which the page's policy allows only to the server. */
function fileOf(data: string, name: string): File {
  const [, type = '', base64 = ''] = /^data:([^;]+);base64,(.*)$/s.exec(data) ?? []
  const bytes = Uint8Array.from(atob(base64.replace(/\s/g, '')), letter => letter.charCodeAt(0))
  return new File([bytes], name, { type })
}
