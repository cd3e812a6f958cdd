import sanitizeHtml from 'sanitize-html'
import { callouts, figureSizes, MISSING, richTags } from '#shared/rich-text.ts'
import type { NamedFiles } from '../files/people-files.ts'

/** Pictures and videos are only our own files, stored by id without the address signed for an editor. */
const OURS = /^\/files\/([0-9a-z]{20})(?:\?.*)?$/

type Attributes = Record<string, string>

/** External links open in a new tab and do not reveal where they came from. */
const linkTo = (href: string): Attributes =>
  href.startsWith('/') ? { href } : { href, target: '_blank', rel: 'noopener noreferrer' }

function fileOf(src: string, more: Attributes): Attributes {
  const id = OURS.exec(src)?.[1]
  return id ? { src: `/files/${id}`, ...more } : more
}
/** The reader starts it; until then it costs little of a farm's bandwidth. */
const PLAYER = { controls: 'controls', preload: 'metadata' }

/**
 * HTML from an editor or an API caller, without anything that runs, loads or hides: only the tags, attributes and
 * addresses remain that an article needs.
 */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: Object.keys(richTags),
    allowedAttributes: Object.fromEntries(
      Object.entries(richTags).map(([tag, attributes]) => [tag, [...attributes]]),
    ),
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'xmp', 'iframe', 'noembed'],
    transformTags: {
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      b: 'strong',
      i: 'em',
      strike: 's',
      del: 's',
      ins: 'u',
      ol: (tagName, { start = '' }) => {
        const attribs: Attributes = /^\d{1,4}$/.test(start) ? { start } : {}
        return { tagName, attribs }
      },
      figure: (tagName, { 'data-size': size = '' }) => ({
        tagName,
        attribs: { 'data-size': figureSizes.find(each => each === size) ?? 'whole' },
      }),
      a: (tagName, { href = '' }) => ({ tagName, attribs: linkTo(href) }),
      img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: fileOf(src, { alt }) }),
      video: (tagName, { src = '' }) => ({ tagName, attribs: fileOf(src, PLAYER) }),
      aside: (tagName, { 'data-callout': kind = '' }) => ({
        tagName,
        attribs: { 'data-callout': [...callouts, MISSING].find(each => each === kind) ?? 'note' },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'video') && !attribs.src,
  })

/** Files used in clean HTML, as fields of the record that contains it. */
export const filesIn = (...texts: readonly string[]): NamedFiles[] => [
  { field: 'content', use: 'picture', ids: texts.flatMap(html => idsOf('img', html)) },
  { field: 'content', use: 'attachment', ids: texts.flatMap(html => idsOf('video', html)) },
]
const idsOf = (tag: 'img' | 'video', html: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag} src="/files/([0-9a-z]{20})"`, 'g'))].map(([, id]) => id ?? '')

/** The text of clean HTML, without its tags. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
