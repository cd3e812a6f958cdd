import type { Client } from 'pg'
import type { Text } from '#shared/text.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'

export interface OfficeNode {
  id: string
  path: string
}

export interface NewOffice {
  /** A seed finds its office again by this id, whatever people have renamed it to. */
  id?: string
  parent: OfficeNode | null
  kind: 'provider' | 'agent' | 'customer' | 'department'
  name: Text
  timeZone: string
  placementDay?: 0 | 1
  /** RA and RC: until when the offices above may look and change settings. */
  sharedUntil?: Date | null
  /** For a customer: on trial until the end of this day (yyyy-mm-dd); without it a formal one. */
  trialEndsOn?: string
}

/**
 * Adds a node to the tree with the owner's connection; its path is its parent's plus its own number. The provider is
 * the first of all and has the path '1.'.
 */
export async function addOffice(client: Client, office: NewOffice): Promise<OfficeNode> {
  const { rows } = await client.query(`select nextval('office_number_seq')::int as number`)
  const { number } = rows[0]
  const path = `${office.parent?.path ?? ''}${number}.`
  if (!office.parent && path !== ROOT_PATH) throw new Error('There is a provider already')
  const id = office.id ?? newId()
  await client.query(
    `insert into office (id, number, parent_id, path, farm_path, kind, chinese_name, english_name, time_zone,
       placement_day, farm_access_until, remote_control_until)
     overriding system value values ($1, $2, $3, $4, coalesce($5, (select farm_path from office where id = $3)),
       $6, $7, $8, $9, $10, $11, $11)`,
    [
      id,
      number,
      office.parent?.id,
      path,
      office.kind === 'customer' ? path : null,
      office.kind,
      office.name['zh-CN'],
      office.name['en-US'],
      office.timeZone,
      office.placementDay ?? 0,
      office.sharedUntil,
    ],
  )
  if (office.kind === 'customer') await addCustomer(client, { id, path }, office.trialEndsOn)
  return { id, path }
}

/** Id of an office of the demonstration, by key. */
export const demoOfficeId = (key: string): string => `demo-${key}`

/** The office that a seed with this id made; older ones, without ids of their own, are found by their English name. */
export async function seededOffice(client: Client, id: string, name: Text): Promise<OfficeNode | undefined> {
  const { rows } = await client.query<OfficeNode>(
    'select id, path from office where id = $1 or english_name = $2 order by id = $1 desc limit 1',
    [id, name['en-US']],
  )
  return rows[0]
}

/** The customer's record, approved. */
async function addCustomer(client: Client, office: OfficeNode, trialEndsOn?: string) {
  await client.query(
    `insert into customer (office_id, office_path, stage, approval, trial_ends_on) values ($1, $2, $3, 'passed', $4)`,
    [office.id, office.path, trialEndsOn ? 'trial' : 'formal', trialEndsOn],
  )
}
