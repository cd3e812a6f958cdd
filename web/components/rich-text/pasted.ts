/** A picture embedded in pasted HTML, as Word and browsers do. */
const INSIDE = /<img[^>]*src="(data:image\/(?:png|jpeg|gif|webp);base64,[^"]+)"[^>]*>/gi

/** A picture on the writer's disk, as Word's HTML refers to it. */
const ON_DISK = /<img[^>]*src="file:[^"]*"[^>]*>/gi
/** A picture in Word's RTF: its type, then its bytes in hexadecimal. */
const IN_RTF =
  /{\\pict[\s\S]+?\\bliptag-?\d+(?:\\blipupi-?\d+)?(?:{\\\*\\blipuid\s?[\da-f]+)?[\s}]*?([\da-f\s]+)}/gi

/**
 * Word puts pictures into the RTF beside its HTML, in the same order; this moves them to where the HTML refers to them. If
 * the numbers differ, there is no telling which is which, and none is moved.
 */
export function withPicturesOf(rtf: string, html: string): string {
  const pictures = [...rtf.matchAll(IN_RTF)].flatMap(([whole, digits = '']) => {
    const type = /\\(png|jpeg)blip/.exec(whole)?.[1]
    return type ? [{ type: `image/${type}`, digits: digits.replace(/\s/g, '') }] : []
  })
  if (pictures.length === 0 || pictures.length !== (html.match(ON_DISK) ?? []).length) return html
  let at = 0
  return html.replace(ON_DISK, () => {
    const { type, digits } = pictures[at++] ?? { type: '', digits: '' }
    const bytes = (digits.match(/../g) ?? []).map(pair => String.fromCharCode(Number.parseInt(pair, 16)))
    return `<img src="data:${type};base64,${btoa(bytes.join(''))}">`
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

/** Word writes each list item as a paragraph with its mark; this turns them into lists, nested by level. */
function withLists(html: string): string {
  if (!/mso-list:\s*l\d/i.test(html)) return html
  const page = new DOMParser().parseFromString(html, 'text/html')
  const open: HTMLElement[] = []
  for (const paragraph of page.body.querySelectorAll('p')) {
    const level = Number(/mso-list:\s*l\d+ level(\d)/i.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0)
    if (level === 0 || paragraph.previousElementSibling !== open[0]) open.length = 0
    if (level === 0) continue
    const mark = [...paragraph.querySelectorAll('span')].find(span =>
      /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
    )
    const isCounted = /^[\da-z]+[.)、]/i.test(mark?.textContent?.trim() ?? '')
    mark?.remove()
    open.length = Math.min(open.length, level)
    while (open.length < level) {
      const list = page.createElement(isCounted ? 'ol' : 'ul')
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

/**
 * HTML from Word and other pages without its private markup: classes, styles, comments and empty paragraphs. Headings, lists
 * and tables stay; the largest heading is the article's title, not part of its text. Embedded pictures stay in place; those
 * on the writer's disk cannot be read.
 */
export const plainPaste = (html: string): string =>
  withLists(withoutHandlers(html))
    .replace(/<(style|script|xml|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<!\[[^>]*>/g, '')
    .replace(/<\/?(?:style|script|xml|title|meta|link)\b[^>]*>/gi, '')
    .replace(/<\/?(?:o|w|v|m|st1):[^>]*>/gi, '')
    .replace(/\s(?:class|style|lang|align|width|height|valign)=(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')
    .replace(/(<\/?h)1\b/gi, '$12')
    .replace(/<p>(?:\s|&nbsp;|<br\s*\/?>)*<\/p>/gi, '')

/** Uploads the pictures embedded in pasted HTML; returns it with their addresses, without those that were refused. */
export async function withPicturesSent(
  html: string,
  send: (file: File) => Promise<string | null>,
): Promise<string> {
  const found = [...html.matchAll(INSIDE)]
  const addresses = await Promise.all(found.map(async ([, data = '']) => send(await fileOf(data))))
  let at = 0
  return html
    .replace(INSIDE, () => {
      const address = addresses[at++]
      return address ? `<img src="${address}">` : ''
    })
    .replace(/<img(?![^>]*src="\/files\/)[^>]*>/gi, '')
}

/** Without fetch, which the page's policy allows only to the server. */
async function fileOf(data: string): Promise<File> {
  const [, type = '', base64 = ''] = /^data:([^;]+);base64,(.*)$/s.exec(data) ?? []
  const bytes = Uint8Array.from(atob(base64.replace(/\s/g, '')), letter => letter.charCodeAt(0))
  return new File([bytes], 'pasted', { type })
}
