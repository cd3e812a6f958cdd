import { expect, test } from 'vitest'
import { xssVectors } from '#shared/testing/xss-vectors.ts'
import { messageOf } from './message.ts'

/** The message as a mail in which everything somebody typed is `typed`. */
const mailWith = (typed: string, template: 'notice' | 'notices') =>
  messageOf(
    {
      id: 'x',
      to: 'a@farm.example',
      language: 'en-US',
      template,
      values: {
        name: typed,
        says: typed,
        level: typed,
        at: typed,
        zone: typed,
        business: typed,
        subject: typed,
        count: typed,
        lines: `${typed}\n${typed}`,
      },
    },
    { from: 'b@farm.example', publicUrl: 'https://farm.example' },
  )

const LINK = /href="(https:\/\/farm\.example\/notice-message[^"<>]*)"/g
/** Its tags, without the target of its one link. */
const tagsOf = (html: string) => html.replace(LINK, 'href=""').match(/<[^>]*>?/g)

/** As many empty lines. */
const harmless = (typed: string) => typed.replace(/[^\n]+/g, 'x')

test.each(xssVectors)('a mail with %s in it has its usual tags, and shows it as text', vector => {
  for (const template of ['notice', 'notices'] as const) {
    const { html } = mailWith(vector, template)
    expect(tagsOf(html)).toEqual(tagsOf(mailWith(harmless(vector), template).html))
    expect(html).not.toContain(vector)
  }
})
