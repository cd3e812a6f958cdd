import type pg from 'pg'

/** Fewer changed rows, or a smaller share of a table, need no new statistics at once. */
const FEW = { rows: 1_000, share: 0.2 }

/**
 * Analyses tables that have changed much since the last time, as after an import or a restore: the database does so by
 * itself within minutes, but a start reads all houses and devices at once. Partitions of reports are left to it.
 */
export async function analyzeChanged(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', s.schemaname, s.relname) as name
     from pg_stat_user_tables s join pg_class c on c.oid = s.relid
     where not c.relispartition and pg_has_role(c.relowner, 'usage')
       and s.n_mod_since_analyze > $1::int + $2::real * s.n_live_tup order by 1`,
    [FEW.rows, FEW.share],
  )
  const names = rows.map(({ name }) => name)
  if (names.length > 0) await owner.query(`analyze ${names.join(', ')}`)
  return names
}
