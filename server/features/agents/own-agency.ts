import { eq, sql } from 'drizzle-orm'
import { mayApplyFrom } from '#shared/agents.ts'
import type { agentArea, OwnAgency } from '#shared/contracts/agent-area.ts'
import { text } from '#shared/text.ts'
import { refuseUnknownStatement } from '../../people/service-statement.ts'
import type { Db } from '../../platform/database/store.ts'
import { agency } from '../../platform/database/tables/agents.ts'
import type { AnyCall, Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { agencies } from './agencies.ts'

type Asking = Pick<AnyCall, 'language'> & { db: Db; viewer: Viewer }

const isAlready = text('申请已提交或权限仍有效', 'You have already applied or still have agent rights')
const onlyCompany = text(
  '请由公司账号申请：部门账号不能申请代理',
  'Only users of the company itself can apply, not users of a department or farm team',
)

/** The viewer's organisation, and whether it may act as agent now. */
async function organisationOf(db: Db): Promise<{ officeId: string | null; acts: boolean }> {
  const { rows } = await db.execute<{ officeId: string; acts: boolean }>(
    sql`select office_id as "officeId", acts from own_agency()`,
  )
  return rows[0] ?? { officeId: null, acts: false }
}

/** Its row, if it applied; people of a department do not see it. */
async function rowOf(call: Asking, officeId: string | null) {
  const [row] = await call.db
    .select({ id: agency.id })
    .from(agency)
    .where(eq(agency.officeId, officeId ?? ''))
  return row ? agencies.find(call, row.id) : undefined
}

/** The state of the viewer's organisation as agent. */
export async function ownAgency(call: Asking): Promise<OwnAgency> {
  const { officeId, acts } = await organisationOf(call.db)
  const row = await rowOf(call, officeId)
  if (row) return row
  return {
    standing: acts ? 'passed' : 'none',
    number: null,
    territory: '',
    region: '',
    phone: '',
    about: '',
    reason: '',
    endsOn: null,
    waitsSince: null,
  }
}

/** Applies for the organisation, or again after its rights ended or were refused. */
export async function apply(call: Call<typeof agentArea.apply>): Promise<OwnAgency> {
  const { db, body, viewer } = call
  const { officeId, acts } = await organisationOf(db)
  if (officeId === null || officeId !== viewer.officeId) throw refuse.forbidden(onlyCompany)
  const row = await rowOf(call, officeId)
  const { region, phone, about, statement } = body
  await refuseUnknownStatement(call.services.store, statement)
  const typed = { region, phone, about, statement }
  if (row && mayApplyFrom.includes(row.standing)) {
    const again = { ...call, params: { id: row.id }, body: {} }
    await agencies.take(again, 'again', {
      changes: { ...typed, reason: '', authorId: viewer.accountId, authorName: viewer.actualName },
    })
    return ownAgency(call)
  }
  if (row || acts) throw refuse.conflict({ yours: body, current: await ownAgency(call) }, isAlready)
  return agencies.create(call, {}, typed)
}
