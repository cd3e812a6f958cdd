import { z } from 'zod'
import { articleFamilies, coverModeNames, LIKE_MAX } from '../articles.ts'
import { get, Id, PageQuery, page, post, put } from '../endpoint.ts'
import { faultNames } from '../faults.ts'
import { chosen, Search } from '../fields.ts'
import type { Grant } from '../permissions.ts'
import { languages } from '../text.ts'

/** An article in a list, in the reader's language or, if that version is missing, in the other. */
const Card = z.object({
  id: Id,
  title: z.string(),
  subtitle: z.string(),
  /** The language shown. */
  language: z.enum(languages),
  category: z.object({ id: Id, name: z.string() }).nullable(),
  coverMode: z.enum(Object.keys(coverModeNames) as [keyof typeof coverModeNames]),
  covers: z.array(Id),
  releasedAt: z.iso.datetime(),
  reads: z.number().int(),
  likes: z.number().int(),
  minutes: z.number().int(),
})
export type Card = z.infer<typeof Card>

const Other = z.object({ id: Id, title: z.string(), minutes: z.number().int() })
const Read = Card.extend({
  content: z.string(),
  attachments: z.array(Id),
  /** The languages it can be read in. */
  languages: z.array(z.enum(languages)),
  /** If a translation is shown whose original was changed later: when. */
  originalChangedAt: z.iso.datetime().nullable(),
  isLiked: z.boolean(),
  isHelpful: z.boolean().nullable(),
  related: z.array(Other),
  next: Other.nullable(),
})
export type ReadArticle = z.infer<typeof Read>

/** What farms can do with the articles of a family. */
function readingOf<P extends string, const Q extends Grant, const G extends Grant>(
  path: P,
  [query, read]: readonly [query: readonly Q[], read: readonly G[]],
) {
  return {
    list: get(path, query, {
      // Built with `z` alone, so that the browser does not load the names of alarms.
      query: z.object({
        ...PageQuery.shape,
        search: Search,
        categoryId: Id.optional(),
        /** A kind of fault, as `faultOf` returns it for an alarm's code. */
        fault: chosen(faultNames),
        /** A question in whole sentences: the nearest articles come first. */
        like: z.string().trim().max(LIKE_MAX).optional(),
      }),
      returns: page(Card),
    }),
    /** In order, each with its number of articles. */
    categories: get(`${path}/categories` as const, query, {
      returns: z.array(z.object({ id: Id, name: z.string(), articles: z.number().int() })),
    }),
    read: get(`${path}/:id` as const, read, {
      query: z.object({ language: z.enum(languages).optional() }),
      returns: Read,
    }),
    opened: post(`${path}/:id/opened` as const, read, {
      whenReadOnly: true,
      returns: z.null(),
      says: null,
      summary: 'Counts that the article was read.',
    }),
    rate: put(`${path}/:id/rating` as const, read, {
      whenReadOnly: true,
      body: z.object({ isLiked: z.boolean().optional(), isHelpful: z.boolean().nullish() }),
      returns: z.object({ isLiked: z.boolean(), isHelpful: z.boolean().nullable(), likes: z.number().int() }),
      says: null,
    }),
  }
}

type Reading =
  | 'device_install_client_list'
  | 'device_maintain_client_list'
  | 'device_common_problem_client_list'
  | 'farming_foundation_client_list'
  | 'breeding_instruction_client_infor'
  | 'instruction_user_client_list'
  | 'instructions_use_client_list'
const by = <const K extends Reading>(...held: readonly K[]) =>
  [held.map(each => `${each}:query` as const), held.map(each => `${each}:get` as const)] as const

const reading = '/admin/auth/reading'
export const articleReading = {
  install: readingOf(`${reading}/install`, by('device_install_client_list')),
  maintain: readingOf(`${reading}/maintain`, by('device_maintain_client_list')),
  faq: readingOf(`${reading}/faq`, by('device_common_problem_client_list')),
  basics: readingOf(`${reading}/basics`, by('farming_foundation_client_list')),
  news: readingOf(`${reading}/news`, by('breeding_instruction_client_infor')),
  instructions: readingOf(
    `${reading}/instructions`,
    by('instruction_user_client_list', 'instructions_use_client_list'),
  ),
}

/** Finds articles of all families that the viewer may read by a few words. */
export const articleSearch = {
  find: get(
    '/admin/auth/article-search',
    Object.values(articleReading).flatMap(({ list }) => list.access),
    {
      query: z.object({ search: z.string().trim().min(1).max(100) }),
      /** The first few of each family, nearest first. */
      returns: z.array(
        z.object({
          id: Id,
          family: z.enum(articleFamilies),
          title: z.string(),
          /** The name of its category. */
          category: z.string().nullable(),
        }),
      ),
    },
  ),
}
