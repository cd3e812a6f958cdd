import { sql } from 'drizzle-orm'
import { contractOf } from '#shared/contracts/customers.ts'
import type { Stage } from '#shared/customers.ts'
import { bothNames, type Text } from '#shared/text.ts'
import { mailPassword } from '../../people/accounts/mail-password.ts'
import { ABOVE, agentsPeople, decidersOf, type Told } from '../../people/customers/people.ts'
import { tell } from '../../people/notices/tell.ts'
import { type Telling as TellingScreens, tellScreens } from '../../people/notices/tell-screens.ts'
import { notingNobody } from '../../people/notices/unreached.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import type { account } from '../../platform/database/tables/offices.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { sayBoth, type TextKey } from '../../platform/http/texts.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { MailTemplate } from '../../platform/mail/templates.ts'
import { languageOf, ownerOf, ownersNow } from './customer-owner.ts'
import type { FoundCustomer } from './customers.queries.ts'

/** The people of an agent who look after its customers; nobody once its rights have ended. */
async function usersOf(db: Db, agentId: string | null): Promise<Told[]> {
  const { rows } = await db.execute<{ path: string }>(
    sql`select o.path from office o where o.id = ${agentId} and is_agent(o)`,
  )
  const [agent] = rows
  if (!agent) return []
  const meant = { side: 'agent', path: agent.path, business: 'customer', grants: ABOVE } as const
  return notingNobody(db, await agentsPeople(db, agent.path), meant)
}

type Telling = Pick<ChangingCall, 'db' | 'viewer'> & TellingScreens
type Deciding = Pick<ChangingCall, 'db' | 'viewer' | 'services' | 'afterwards'>
const isNews = { level: 'info', messageType: 'to_do' } as const

/** Tells people outside the viewer's scope too, and open screens after storing. */
async function told(by: Telling, work: () => Promise<string[]>) {
  tellScreens(by, await asSystem(by.db, by.viewer.scope, work))
}

/** An agent's new customer is in nobody's care yet: viewers limited to a department do not see it. */
async function deciders(db: Db, stage: Stage): Promise<Told[]> {
  const grants = [contractOf[stage].approve.access]
  const meant = { side: 'provider', path: ROOT_PATH, business: 'approval', grants } as const
  return notingNobody(db, await decidersOf(db, grants), meant)
}

/** Tells approvers that an agent's customer waits for them. */
export const tellDeciders = (
  call: Telling,
  stage: Stage,
  found: FoundCustomer,
  /** The fields that changed on a customer that was refused before. */
  again?: string,
): Promise<void> =>
  told(call, async () => {
    const values = { company: bothNames(found.row), name: call.viewer.actualName }
    const title =
      again === undefined
        ? sayBoth(['customer.told.waits', values])
        : sayBoth(['customer.told.waitsAgain', { ...values, reason: again }])
    return tell(call.db, await deciders(call.db, stage), {
      ...isNews,
      title,
      businessType: 'approval',
      subjectId: found.row.officeId,
    })
  })

/** The same for a file from an agent: one message, however many customers wait. */
export const tellDecidersOfMany = (asked: Telling, stage: Stage, count: number): Promise<void> =>
  told(asked, async () => {
    const values = { name: asked.viewer.actualName, count: String(count) }
    return tell(asked.db, await deciders(asked.db, stage), {
      ...isNews,
      title: sayBoth(['customer.told.waitMany', values]),
      businessType: `${stage}Waiting`,
      subjectId: null,
    })
  })

/** Tells the owner, the new agent and the former one who serves the customer from now on. */
export const tellMoved = (
  call: Telling,
  found: FoundCustomer,
  { from, to }: Record<'from' | 'to', { agentId: string | null; names: Text }>,
): Promise<void> =>
  told(call, async () => {
    const { db } = call
    const owner = await ownerOf(db, found)
    const company = bothNames(found.row)
    const now = [...(owner ? [owner] : []), ...(await usersOf(db, to.agentId))]
    const about = { ...isNews, businessType: 'customer' as const, subjectId: found.row.officeId }
    const left = { ...isNews, businessType: 'agent' as const, subjectId: null }
    const title = sayBoth(['customer.told.moved', { company, agent: to.names }])
    const lost = sayBoth(['customer.told.left', { company, agent: from.names }])
    return [
      ...(await tell(db, now, { ...about, title })),
      // They may no longer open it or know who serves it.
      ...(await tell(db, await usersOf(db, from.agentId), { ...left, title: lost })),
    ]
  })

/** A decision about a customer, sent as a message and to the owner by mail as well; the values fill both texts. */
type News =
  | { what: 'approved' }
  | { what: 'trialApproved'; until: string }
  | { what: 'refused'; reason: string }
  | { what: 'converted'; until: string }
  | { what: 'disabled' }
  | { what: 'disabledBecause'; reason: string }

const mailOf = {
  approved: 'customerApproved',
  trialApproved: 'applicationApproved',
  refused: 'applicationRefused',
  converted: 'customerConverted',
  disabled: 'customerDisabled',
  disabledBecause: 'customerDisabledBecause',
} as const satisfies Record<News['what'], MailTemplate>
const messageOf = {
  approved: 'customer.told.approved',
  trialApproved: 'customer.told.trialApproved',
  refused: 'customer.told.refused',
  converted: 'customer.told.converted',
  disabled: 'customer.told.disabled',
  disabledBecause: 'customer.told.disabledBecause',
} as const satisfies Record<News['what'], TextKey>

/** Matches no password: the account was opened without an invitation. */
const NONE = '-'

/** Neither disabled nor waiting for another owner's confirmation. */
const isLetIn = ({ disabledAt, heldAt, heldUntil }: typeof account.$inferSelect): boolean =>
  disabledAt === null && (heldAt === null || (heldUntil !== null && heldUntil <= new Date()))

/**
 * Tells owners and agent the decision about the customer; an owner who was never invited gets the invitation instead of the
 * approval mail.
 */
export const tellDecision = (
  call: Deciding,
  found: FoundCustomer,
  { what, ...values }: News,
): Promise<void> =>
  told(call, async () => {
    const { db } = call
    const owners = (await ownersNow(db, found)).filter(isLetIn)
    const company = bothNames(found.row)
    const { officeId: subjectId } = found.row
    const says = { ...isNews, title: sayBoth([messageOf[what], { company, ...values }]), subjectId }
    const agents = await tell(db, await usersOf(db, found.agentId), { ...says, businessType: 'customer' })
    const ids = await tell(db, owners, { ...says, businessType: 'approval', isMailed: true })
    for (const owner of owners) {
      const language = owner.language ?? languageOf(found)
      await mailDecision(call, { owner, language, company, what, values })
    }
    return [...agents, ...ids]
  })

interface Decision {
  owner: typeof account.$inferSelect
  language: keyof Text
  company: Text
  what: News['what']
  values: Readonly<Record<string, string>>
}

async function mailDecision(
  { db, services }: Deciding,
  { owner, language, company, what, values }: Decision,
): Promise<void> {
  const { appSecret } = services.config
  const isWelcome = what === 'approved' || what === 'trialApproved' || what === 'converted'
  if (isWelcome && owner.passwordHash === NONE && owner.mailedPasswordHash === null)
    await mailPassword(db, { accountId: owner.id, reason: 'invitation', language, appSecret })
  else if (owner.email)
    await queueMail(db, {
      to: owner.email,
      language,
      template: mailOf[what],
      values: { name: owner.actualName, username: owner.username, company: company[language], ...values },
    })
}
