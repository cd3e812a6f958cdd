/** A picture inside pasted HTML, as Word and browsers put it there. */
const INSIDE = /<img[^>]*src="(data:image\/(?:png|jpeg|gif|webp);base64,[^"]+)"[^>]*>/gi

/**
 * HTML of Word and of other pages without what is theirs alone: classes, styles, comments and empty paragraphs. Headings, lists
 * and tables stay. Pictures stay where they are inside it; those that lie on the writer's machine cannot be read.
 */
export const plainPaste = (html: string): string =>
  html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(style|script|xml|meta|link|title)\b[\s\S]*?(?:<\/\1>|\/?>)/gi, '')
    .replace(/<\/?(?:o|w|v|m|st1):[^>]*>/gi, '')
    .replace(/\s(?:class|style|lang|align|width|height|valign)=(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')
    .replace(/<p>(?:\s|&nbsp;|<br\s*\/?>)*<\/p>/gi, '')

/** Sends the pictures inside pasted HTML; answers it with their addresses, without those that were not taken. */
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

/** Without a fetch, which the page's policy allows to the server only. */
async function fileOf(data: string): Promise<File> {
  const [, type = '', base64 = ''] = /^data:([^;]+);base64,(.*)$/s.exec(data) ?? []
  const bytes = Uint8Array.from(atob(base64.replace(/\s/g, '')), letter => letter.charCodeAt(0))
  return new File([bytes], 'pasted', { type })
}
