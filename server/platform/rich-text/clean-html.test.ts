import { expect, test } from 'vitest'
import { richTags } from '#shared/rich-text.ts'
import { missingSample, richSamples } from '#shared/testing/rich-samples.ts'
import { xssVectors } from '#shared/testing/xss-vectors.ts'
import { cleanHtml, plainText } from './clean-html.ts'

/** The tags an article is made of, each attribute in double quotes with nothing in it that could end it. */
const TAG =
  /^<\/?(?:h[2-4]|p|br|hr|strong|b|em|i|u|s|sub|sup|ul|ol|li|blockquote|code|pre|a|img|figure|figcaption|table|thead|tbody|tr|t[hd]|aside|video)(?: (?:href|target|rel|src|alt|colspan|rowspan|start|data-size|data-callout|controls|preload)="[^"<>]*")*(?: \/)?>$/
const ADDRESS = /(?:href|src)="([^"]*)"/g
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:|#|\/(?!\/)|[\w.-]+$)/

/** Anything in it that is no tag of an article, or an address that could run. */
function dangerIn(html: string): string[] {
  const tags = html.match(/<[^>]*>?/g) ?? []
  const addresses = [...html.matchAll(ADDRESS)].map(([, address]) => address ?? '')
  return [
    ...tags.filter(tag => !TAG.test(tag)),
    ...addresses.filter(address => address !== '' && !SAFE_ADDRESS.test(address)),
  ]
}

test('the search for danger finds it', () => {
  const found = xssVectors.filter(vector => dangerIn(vector).length > 0)
  expect(found).toEqual(xssVectors)
})

test.each(xssVectors)('nothing of %s is left that could run', vector => {
  const clean = cleanHtml(`<p>before</p>${vector}<p>after</p>`)
  expect(dangerIn(clean)).toEqual([])
  expect(cleanHtml(clean)).toBe(clean)
  // Nothing that becomes a tag again when read as text.
  expect(dangerIn(cleanHtml(plainText(clean)))).toEqual([])
})

test('a video is one of our own files, which its reader starts', () => {
  const id = '0123456789abcdefghjk'
  expect(
    cleanHtml(`<video src="/files/${id}?e=1&s=2" autoplay poster="https://evil.example/x"></video>`),
  ).toBe(`<video src="/files/${id}" controls="controls" preload="metadata"></video>`)
  for (const src of [
    'https://evil.example/x.mp4',
    'data:video/mp4;base64,AAAA',
    `//evil.example/files/${id}`,
  ])
    expect(cleanHtml(`<video src="${src}"><source src="${src}" onerror="x()"></video>`), src).toBe('')
})

/** HTML with the attributes of each tag in order. */
const sameTags = (html: string): string =>
  html
    .replaceAll(' />', '>')
    .replace(/<(\w+)([^>]*)>/g, (_, tag: string, more: string) =>
      [`<${tag}`, ...[...more.matchAll(/[\w-]+="[^"]*"/g)].map(([each]) => each).toSorted(), '>'].join(' '),
    )

test.each(Object.entries(richSamples))('what the editor writes as %s is kept as it is', (tag, html) => {
  expect(Object.keys(richTags)).toContain(tag)
  expect(sameTags(cleanHtml(html))).toEqual(sameTags(html))
  expect(plainText(cleanHtml(html))).toBe(plainText(html))
})

test('every tag that is kept has its sample, and the place of what is missing stays', () => {
  expect(Object.keys(richSamples).toSorted()).toEqual(Object.keys(richTags).toSorted())
  expect(cleanHtml(missingSample)).toBe(missingSample)
  expect(cleanHtml('<h5>a</h5><b>b</b><i>c</i><ol start="x"><li>d</li></ol>')).toBe(
    '<h4>a</h4><strong>b</strong><em>c</em><ol><li>d</li></ol>',
  )
})
