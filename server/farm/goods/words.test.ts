import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '#shared/chance.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { buildGood } from './testing/build-goods.ts'

let farm: TestApp
/** As the owner of the tables: nobody else reads the words. */
let owner: pg.Client
beforeAll(async () => {
  farm = await testApp()
  owner = new pg.Client({ connectionString: farm.ownerUrl })
  await owner.connect()
  // Row-level security holds for the owner too.
  await owner.query(
    `select set_config('app.lo', '1.', false), set_config('app.hi', '1/', false), set_config('app.customers', 'all', false)`,
  )
})
afterAll(async () => {
  await owner?.end()
  await farm?.close()
})

const db = () => farm.services.store.scoped(SYSTEM)
const saidIn = async (statement: string) =>
  (await owner.query<{ said: string }>(statement)).rows.map(({ said }) => said)

/** Which goods have which words, as the search reads it and as their texts say. */
const words = async () => ({
  kept: await saidIn(`select g.id || ' ' || w.word as said from good_posting w, good_places(w.block, w.goods) place
    join good_place p using (place) join good g on g.id = p.good_id order by 1`),
  meant: await saidIn(`select said from (
      select g.id || ' ' || w as said from good g, search_words(g.sought) w where g.status = 'released'
      union select g.id || ' ~' || (select string_agg(left(one, 1), '' order by at)
          from regexp_split_to_table(btrim(sounds), ' ') with ordinality t (one, at)) || '~' || sounds
        from good g, search_parts(g.chinese_name) p, sounds_of(p.part) sounds
        where g.status = 'released' and p.kind = 'chinese' and sounds is not null) all_words order by 1`),
})

const names = [
  ['风机皮带', 'Fan belt'],
  ['湿帘', 'Cooling pad'],
  ['', 'Belt belts'],
  ['风机', 'Fan fans'],
  ['湿帘 湿帘', ''],
] as const

type Change =
  | { good: number; name: number }
  | { good: number; status: 'released' | 'withdrawn' | 'draft' }
  | { all: number }

/** What happens in transactions one after the other, by chance. */
function transactionsOf(seed: number): Change[][] {
  const { next } = seededRandom(seed)
  const below = (many: number) => Math.floor(next() * many)
  const change = (): Change => {
    const kind = below(5)
    if (kind === 0) return { all: below(names.length) }
    const status = (['released', 'withdrawn', 'draft'] as const)[below(3)] ?? 'draft'
    return kind < 3 ? { good: below(4), name: below(names.length) } : { good: below(4), status }
  }
  const some = <T>(one: () => T) => Array.from({ length: 1 + below(4) }, one)
  return some(() => some(change))
}

async function make(db: Db, ids: readonly string[], change: Change) {
  const named = (name: number) => ({
    chineseName: names[name]?.[0] ?? '',
    englishName: names[name]?.[1] ?? '',
  })
  if ('all' in change) await db.update(good).set(named(change.all))
  else {
    const isIt = eq(good.id, ids[change.good] ?? '')
    await db
      .update(good)
      .set('name' in change ? named(change.name) : { status: change.status })
      .where(isIt)
  }
}

describe('the words of goods on the shelf', () => {
  it('are those of their texts, whatever is changed in whatever transactions', async () => {
    const ids: string[] = []
    for (let i = 0; i < 4; i++)
      ids.push((await buildGood(farm.services, { status: i < 2 ? 'released' : 'draft' })).id)
    for (let seed = 0; seed < 40; seed++) {
      for (const changes of transactionsOf(seed))
        await farm.services.store.transaction(SYSTEM, async db => {
          for (const each of changes) await make(db, ids, each)
        })
      const { kept, meant } = await words()
      expect(kept, `seed ${seed}`).toEqual(meant)
    }
    await db().delete(good)
    expect((await words()).kept).toEqual([])
    expect(
      await saidIn('select word as said from good_posting union all select good_id from good_place'),
    ).toEqual([])
  })

  it('stand in blocks of bits, of which just those that are set are read, few or many', async () => {
    const { next } = seededRandom(11)
    for (const share of [0, 0.001, 0.05, 0.5, 1]) {
      const bits = Array.from({ length: 4096 }, () => (next() < share ? '1' : '0')).join('')
      const read = await saidIn(
        `select place::text as said from good_places(3, b'${bits}') place order by place`,
      )
      const meant = [...bits].flatMap((bit, at) => (bit === '1' ? [String(3 * 4096 + at)] : []))
      expect(read, `a share of ${share}`).toEqual(meant)
    }
  })

  it('are no reason to wait for somebody who is changing another good with the same words', async () => {
    const [one, other] = [await buildGood(farm.services), await buildGood(farm.services)]
    const renamed = { chineseName: '湿帘', englishName: 'Pad' }
    await farm.services.store.transaction(SYSTEM, async first => {
      await first.update(good).set(renamed).where(eq(good.id, one.id))
      // Would wait for the end of the first, which waits for it.
      await farm.services.store.transaction(SYSTEM, second =>
        second.update(good).set(renamed).where(eq(good.id, other.id)),
      )
    })
    const { kept, meant } = await words()
    expect(kept).toEqual(meant)
    expect(kept).toContain(`${other.id} pad`)
  })
})
