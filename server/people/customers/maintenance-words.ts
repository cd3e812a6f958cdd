import { type SQL, sql } from 'drizzle-orm'
import type { Language } from '#shared/text.ts'
import { customer } from '../../platform/database/tables/customers.ts'

/** An overhaul item's name as its customer keeps it: in both languages, as not everybody who reads it speaks one. */
export const bothNamesOfItem = (item: SQL): SQL<string> =>
  sql<string>`concat_ws(' · ', nullif(${item}.chinese_name, ''), nullif(${item}.english_name, ''))`

/** What is next done at a customer, in the reader's language; as it was typed where no plan stands behind it. */
export function maintenanceIn(language: Language): SQL<string | null> {
  const [own, other] =
    language === 'zh-CN' ? ['chinese_name', 'english_name'] : ['english_name', 'chinese_name']
  return sql<string | null>`coalesce((
    select coalesce(nullif(i.${sql.raw(own)}, ''), i.${sql.raw(other)})
    from overhaul_plan p join overhaul_item i on i.id = p.item_id
    where p.farm_path = ${customer}.office_path and p.ended_at is null and p.next_on = ${customer}.next_maintenance_on
      and ${bothNamesOfItem(sql`i`)} = ${customer}.next_maintenance
    limit 1), ${customer}.next_maintenance)`
}
