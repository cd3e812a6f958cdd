import { z } from 'zod'
import { get, Id, PageQuery, page, post } from '../endpoint.ts'
import { chosen } from '../fields.ts'
import { TestRecord, testKinds, Verdict } from '../test-log.ts'
import { text } from '../text.ts'
import { Job } from './jobs.ts'

/** Entries on one paper: for more, shorter spans or a single house. */
export const PAPER_ENTRIES = 500

/** An entry as the farm reads it. */
export const LoggedTest = TestRecord.omit({ people: true, previous: true, format: true }).extend({
  /** Its code. */
  id: Id,
  /** Who is named, and what they wrote; null once they were erased. */
  people: z.array(z.object({ name: z.string().nullable(), words: z.string().nullable() })),
  hash: z.string(),
  /** The entry that corrects it, if one does. */
  correctedBy: z.number().int().nullable(),
  /** The customer; null for its own people. */
  customer: z.string().nullable(),
})
export type LoggedTest = z.infer<typeof LoggedTest>

/** What anybody may see who has the code of an entry. */
const Verified = z.object({
  entry: LoggedTest.omit({ id: true, customer: true, log: true, office: true }),
  verdict: Verdict,
  /** What was signed, so that it can be verified without this server. */
  signed: z.object({ text: z.string(), signature: z.string(), keyId: z.string() }),
})
export type VerifiedTest = z.infer<typeof Verified>

const [staff, farm] = ['device_overhaul', 'device_overhaul_item_client'] as const
const readers = [`${staff}:get`, `${farm}:get`] as const
const path = '/admin/auth/test-log'
const filter = z.object({
  kind: chosen(testKinds),
  officeId: Id.optional(),
  houseId: Id.optional(),
})

/** The log of tests: signed, only ever added to, verified by anybody who holds the code of an entry. */
export const testLogContract = {
  /** Newest first. */
  list: get(path, readers, { query: PageQuery.extend(filter.shape), returns: page(LoggedTest) }),
  /** Whether the log of the caller's farm holds, or of the customer that staff name. */
  verify: get(`${path}/verify`, readers, {
    query: z.object({ officeId: Id.optional() }),
    returns: Verdict,
  }),
  /** An entry is never changed: what was wrong with it is said by another. */
  correct: post(`${path}/:id/correct`, [`${staff}:edit`, `${farm}:add`], {
    body: z.object({ note: z.string().trim().min(1).max(500) }),
    returns: LoggedTest,
    says: text('更正测试记录', 'Corrected an entry of the test log'),
  }),
  printTests: post(`${path}/pdf`, readers, {
    whenReadOnly: true,
    body: filter.extend({
      firstDay: z.iso.date(),
      lastDay: z.iso.date(),
      /** Where this page was opened: the address behind the printed codes, unless the server knows its own. */
      origin: z
        .url({ protocol: /^https?$/ })
        .max(200)
        .optional(),
    }),
    returns: Job,
    says: text(
      '导出 {firstDay} 至 {lastDay} 的测试记录（PDF）',
      'Printed the test log from {firstDay} to {lastDay} (PDF)',
    ),
  }),
  verified: get('/admin/open/test-log/:code', 'public', {
    returns: Verified,
    summary: 'What an entry of a test log says, and whether the log holds up to it; needs no account.',
  }),
  keys: get('/admin/open/test-log-keys', 'public', {
    returns: z.array(
      z.object({
        id: z.string(),
        /** Ed25519, SPKI, base64. */
        publicKey: z.string(),
        fromAt: z.iso.datetime(),
        untilAt: z.iso.datetime().nullable(),
      }),
    ),
    summary: 'The public keys by which entries of test logs were signed.',
  }),
}
