/** Elements that start a new line. */
const BLOCK = /^(?:H[2-4]|P|LI|TR|FIGCAPTION|BLOCKQUOTE|PRE|ASIDE|HR)$/

/** The text of clean HTML, one line per block; `picture` stands for a picture or a video. */
export function textOf(html: string, picture: string): string {
  const lines: string[] = ['']
  const say = (said: string) => {
    lines.push(`${lines.pop() ?? ''}${said}`)
  }
  const begin = () => {
    if (lines.at(-1)?.trim() !== '') lines.push('')
  }
  const read = (node: Node): void => {
    if (node instanceof Text) say(node.data.replace(/\s+/g, ' '))
    if (!(node instanceof Element)) return
    const { tagName } = node
    if (BLOCK.test(tagName)) begin()
    if (tagName === 'LI') say('• ')
    if (tagName === 'BR') begin()
    if (tagName === 'IMG' || tagName === 'VIDEO') {
      begin()
      say([picture, node.getAttribute('alt')].filter(Boolean).join(': '))
      begin()
    }
    if (/^T[HD]$/.test(tagName) && node.previousElementSibling) say(' | ')
    // A paragraph inside an item or a cell stays on its line.
    const [only] = node.children
    if (/^(?:LI|T[HD])$/.test(tagName) && node.children.length === 1 && only?.tagName === 'P')
      for (const child of only.childNodes) read(child)
    else for (const child of node.childNodes) read(child)
    if (BLOCK.test(tagName)) begin()
  }
  read(new DOMParser().parseFromString(html, 'text/html').body)
  return lines
    .map(line => line.trim())
    .filter(line => line !== '')
    .join('\n')
}
