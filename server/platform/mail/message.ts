import type { SendMailOptions } from 'nodemailer'
import type { Language } from '#shared/text.ts'
import { fill, type TextKey, type TextValues, template as textOf, withDays } from '../http/texts.ts'
import { type MailTemplate, type Template, templates } from './templates.ts'

export interface Written {
  id: string
  to: string
  language: Language
  template: MailTemplate
  values: TextValues
}

/** A paragraph that is a single place: a password, a code. */
const ALONE = /^\{\w+\}$/
/** A paragraph that is a list. */
const LIST = '{lines}'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, found => escapes[found] ?? '')
/** What somebody typed must not start another header, or a paragraph that looks like ours. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** In a list, each line is something somebody typed. */
const eachLine = (text: string) => text.split('\n').map(oneLine).join('\n')

/** The mail as sent: in the reader's language, as text and as HTML, with one link. */
export function messageOf(written: Written, { from, publicUrl }: { from: string; publicUrl: string }) {
  const { id, to, language, template } = written
  const text = (part: 'subject' | 'text' | 'button') =>
    textOf(language, `mail.${template}.${part}` as TextKey)
  const values = Object.fromEntries(
    Object.entries(written.values).map(([name, value]) => [
      name,
      name === 'lines' ? eachLine(String(value)) : oneLine(String(value)),
    ]),
  )
  const said = withDays(values, language)
  const subject = fill(text('subject'), said)
  const paragraphs = text('text').split('\n\n')
  const { opens }: Template = templates[template]
  const button = {
    label: text('button'),
    link: publicUrl + (typeof opens === 'string' ? opens : opens(values)),
  }
  const footer = textOf(language, 'mail.footer')
  const plain = [...paragraphs.map(one => fill(one, said)), `${button.label}: ${button.link}`, footer]
  return {
    from,
    // As an object: a plain string could be parsed as a list or as a name with an address.
    to: { name: '', address: to },
    subject,
    text: `${plain.join('\n\n')}\n`,
    html: html({
      language,
      subject,
      paragraphs: paragraphs.map(one => ({ one, values: said })),
      button,
      footer,
    }),
    // The same at every try, so that a repeat can be told from a second mail.
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  } satisfies SendMailOptions
}

interface Page {
  language: Language
  subject: string
  paragraphs: { one: string; values: Record<string, string> }[]
  button: { label: string; link: string }
  footer: string
}

/** Inline styles: mail programs drop style sheets. */
const STYLE = {
  page: 'margin:0;padding:24px;background:#f3f5f7;color:#1b2430;font:15px/1.6 -apple-system,"Segoe UI","PingFang SC","Microsoft YaHei",Arial,sans-serif',
  card: 'max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #dfe4ea;border-radius:12px',
  alone:
    'margin:18px 0;padding:14px;background:#f3f5f7;border-radius:8px;font:600 20px/1.4 ui-monospace,Menlo,Consolas,monospace;text-align:center',
  button:
    'display:inline-block;margin:10px 0;padding:11px 22px;background:#1463d6;border-radius:8px;color:#ffffff;text-decoration:none;font-weight:600',
  lines:
    'margin:14px 0;padding:12px 14px;background:#f3f5f7;border-radius:8px;font-size:14px;line-height:1.75',
  footer: 'max-width:560px;margin:16px auto 0;color:#5b6675;font-size:12px',
}
const styled = (tag: string, style: string, inner: string) =>
  `<${tag} style="${escaped(style)}">${inner}</${tag}>`

function html({ language, subject, paragraphs, button, footer }: Page): string {
  const body = paragraphs.map(({ one, values }) => {
    const inner = escaped(fill(one, values)).replaceAll('\n', '<br>')
    if (one === LIST) return styled('p', STYLE.lines, inner)
    return ALONE.test(one) ? styled('p', STYLE.alone, inner) : `<p>${inner}</p>`
  })
  const link = `<a href="${escaped(button.link)}" style="${STYLE.button}">${escaped(button.label)}</a>`
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(subject)}</title></head>
<body style="${escaped(STYLE.page)}">${styled('div', STYLE.card, `${body.join('\n')}\n<p>${link}</p>`)}
${styled('p', STYLE.footer, escaped(footer))}</body></html>`
}
