import sanitizeHtml from 'sanitize-html'
import { callouts } from '#shared/rich-text.ts'
import type { NamedFiles } from '../files/people-files.ts'

const ALLOWED = (
  'h2 h3 h4 p br hr strong b em i u s sub sup ul ol li blockquote code pre a img figure figcaption ' +
  'table thead tbody tr th td aside video'
).split(' ')

/** Pictures and videos are our own files only, by their id: an address that was signed for an editor is not stored. */
const OURS = /^\/files\/([0-9a-z]{20})(?:\?.*)?$/

type Attributes = Record<string, string>

/** What leads out of the product opens beside it, and learns nothing of it. */
const linkTo = (href: string): Attributes =>
  href.startsWith('/') ? { href } : { href, target: '_blank', rel: 'noopener noreferrer' }

function fileOf(src: string, more: Attributes): Attributes {
  const id = OURS.exec(src)?.[1]
  return id ? { src: `/files/${id}`, ...more } : more
}
/** Its reader begins it, and until then it costs little of a farm's line. */
const PLAYER = { controls: 'controls', preload: 'metadata' }

/**
 * HTML of an editor, or of whoever calls the API, without anything that runs, loads or hides: of tags, attributes and
 * addresses only those stay that an article is made of.
 */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: ALLOWED,
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt'],
      video: ['src', ...Object.keys(PLAYER)],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      aside: ['data-callout'],
    },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'xmp', 'iframe', 'noembed'],
    transformTags: {
      h1: 'h2',
      a: (tagName, { href = '' }) => ({ tagName, attribs: linkTo(href) }),
      img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: fileOf(src, { alt }) }),
      video: (tagName, { src = '' }) => ({ tagName, attribs: fileOf(src, PLAYER) }),
      aside: (tagName, { 'data-callout': kind = '' }) => ({
        tagName,
        attribs: { 'data-callout': callouts.find(each => each === kind) ?? 'note' },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'video') && !attribs.src,
  })

/** Files that stand in clean HTML, as the fields of a record that has them. */
export const filesIn = (...texts: readonly string[]): NamedFiles[] => [
  { field: 'content', use: 'picture', ids: texts.flatMap(html => idsOf('img', html)) },
  { field: 'content', use: 'attachment', ids: texts.flatMap(html => idsOf('video', html)) },
]
const idsOf = (tag: 'img' | 'video', html: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag} src="/files/([0-9a-z]{20})"`, 'g'))].map(([, id]) => id ?? '')

/** What clean HTML says, without its tags. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
