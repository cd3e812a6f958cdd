import sanitizeHtml from 'sanitize-html'
import { callouts } from '#shared/rich-text.ts'

const ALLOWED = (
  'h2 h3 h4 p br hr strong b em i u s sub sup ul ol li blockquote code pre a img figure figcaption ' +
  'table thead tbody tr th td aside'
).split(' ')

/** Pictures are our own files only, by their id: an address that was signed for an editor is not stored. */
const PICTURE = /^\/files\/([0-9a-z]{20})(?:\?.*)?$/

type Attributes = Record<string, string>

/** What leads out of the product opens beside it, and learns nothing of it. */
const linkTo = (href: string): Attributes =>
  href.startsWith('/') ? { href } : { href, target: '_blank', rel: 'noopener noreferrer' }

function pictureOf(src: string, alt: string): Attributes {
  const id = PICTURE.exec(src)?.[1]
  return id ? { src: `/files/${id}`, alt } : { alt }
}

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
      img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: pictureOf(src, alt) }),
      aside: (tagName, { 'data-callout': kind = '' }) => ({
        tagName,
        attribs: { 'data-callout': callouts.find(each => each === kind) ?? 'note' },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  })

/** Ids of the pictures in clean HTML. */
export const picturesIn = (html: string): string[] =>
  [...html.matchAll(/<img src="\/files\/([0-9a-z]{20})"/g)].map(([, id]) => id ?? '')

/** What clean HTML says, without its tags. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
