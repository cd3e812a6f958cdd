/**
 * Plain text as HTML: blocks are separated by empty lines. `##` is a heading, `-` and `1.` are lists, `|` is a table row
 * (the first is the head), `!` a danger, `*` a tip, `>` a quote, and `[name]` a picture with the address from `pictureOf`.
 */
export function htmlOf(text: string, pictureOf: (name: string) => { id: string; alt: string }): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .map(block => blockOf(block.trim(), pictureOf))
    .join('\n')
}

const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const linesOf = (block: string, mark: RegExp) =>
  block.split('\n').map(line => safe(line.replace(mark, '').trim()))
const listed = (items: string[], tag: 'ul' | 'ol') =>
  `<${tag}>${items.map(item => `<li><p>${item}</p></li>`).join('')}</${tag}>`

function tableOf(block: string): string {
  const rows = block.split('\n').map(line =>
    line
      .split('|')
      .map(cell => cell.trim())
      .filter(cell => cell !== ''),
  )
  const cells = (row: string[], tag: 'th' | 'td') =>
    row.map(cell => `<${tag}><p>${safe(cell)}</p></${tag}>`).join('')
  const [head = [], ...body] = rows
  return `<table><tbody><tr>${cells(head, 'th')}</tr>${body.map(row => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table>`
}

function blockOf(block: string, pictureOf: (name: string) => { id: string; alt: string }): string {
  const [, picture] = /^\[(\w+)\]$/.exec(block) ?? []
  if (picture) {
    const { id, alt } = pictureOf(picture)
    return `<img src="/files/${id}" alt="${safe(alt)}">`
  }
  if (block.startsWith('## ')) return `<h2>${safe(block.slice(3))}</h2>`
  if (block.startsWith('- ')) return listed(linesOf(block, /^- /), 'ul')
  if (/^\d+\. /.test(block)) return listed(linesOf(block, /^\d+\. /), 'ol')
  if (block.startsWith('|')) return tableOf(block)
  if (block.startsWith('! ')) return `<aside data-callout="danger"><p>${safe(block.slice(2))}</p></aside>`
  if (block.startsWith('* ')) return `<aside data-callout="tip"><p>${safe(block.slice(2))}</p></aside>`
  if (block.startsWith('> ')) return `<blockquote><p>${safe(block.slice(2))}</p></blockquote>`
  return `<p>${safe(block)}</p>`
}
