import { type SQL, sql } from 'drizzle-orm'
import { good } from '../../platform/database/tables/goods.ts'

/** Whether a good is in a category or one below it. */
export const isInCategory = (categoryId: string): SQL => sql`${good.categoryId} in (
  with recursive down as (
    select id from category where id = ${categoryId}
    union all select c.id from category c join down on c.parent_id = down.id)
  select id from down)`
