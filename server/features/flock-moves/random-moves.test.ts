import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#shared/chance.ts'
import { flockMoves } from '#shared/contracts/flock-moves.ts'
import { flockRecords, type Treatment } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import type { Grant } from '#shared/permissions.ts'
import { type Given, withdrawalOn } from '#shared/withdrawal.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildFlock, buildHouse } from '../../testing/farm-builder.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  const actions = ['query', 'get', 'add', 'edit', 'delete'] as const
  const grants = actions.map(action => `chicken_batch:${action}` as Grant)
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants })
})
afterAll(() => farm.close())

/** Days back to the placement: nothing counted from it is lost to a gap. */
const DAYS = 7

const kinds = ['birds', 'males'] as const
type Kind = (typeof kinds)[number]
type Counts = Record<Kind, number>
interface Day {
  lost: Counts
  sold: number
  treatments: Treatment[]
}
interface Move extends Counts {
  id: string
  from: string
  to: string
  day: string
  began: boolean
}

/** What was accepted, as a clerk keeps it for hens and males apart, and what follows from it by plain counting. */
class Book {
  readonly roots = new Map<string, Counts>()
  readonly told = new Map<string, Day>()
  moves: Move[] = []
  /** Those that were reopened, on which of their days they had ended. */
  readonly reopened = new Map<string, string>()

  /** What birds that are in a flock on a day were given up to it, here and where they were before. */
  given(flock: string, until: string, seen = new Set<string>()): Given[] {
    const key = `${flock} ${until}`
    if (seen.has(key)) return []
    seen.add(key)
    const own = [...this.told].flatMap(([of, { treatments }]) => {
      const [id, day = ''] = of.split(' ')
      return id === flock && day <= until ? [{ day, treatments }] : []
    })
    const before = this.moves
      .filter(({ to, day }) => to === flock && day <= until)
      .flatMap(({ from, day }) => this.given(from, day, seen))
    return [...own, ...before]
  }
  withdrawal = (flock: string, day: string) => withdrawalOn(day, this.given(flock, day))

  flocks(): string[] {
    return [...this.roots.keys(), ...this.moves.filter(({ began }) => began).map(({ to }) => to)]
  }
  private days(flock: string, until: string): Day[] {
    return [...this.told].flatMap(([key, day]) => {
      const [of, on = ''] = key.split(' ')
      return of === flock && on <= until ? [day] : []
    })
  }
  private sum(kind: Kind, moves: readonly Move[]): number {
    return moves.reduce((sum, move) => sum + move[kind], 0)
  }
  alive(kind: Kind, flock: string, day: string): number {
    const moves = this.moves.filter(each => each.day <= day)
    const came = this.sum(
      kind,
      moves.filter(({ to }) => to === flock),
    )
    const left = this.sum(
      kind,
      moves.filter(({ from }) => from === flock),
    )
    const gone = this.days(flock, day).reduce(
      (sum, { lost, sold }) => sum + lost[kind] + (kind === 'birds' ? sold : 0),
      0,
    )
    return (this.roots.get(flock)?.[kind] ?? 0) + came - left - gone
  }
  private beginning(flock: string): Move | undefined {
    return this.moves.find(move => move.began && move.to === flock)
  }
  lost(kind: Kind, flock: string, day: string): number {
    const began = this.beginning(flock)
    const before = began ? this.before(kind, began).lost : 0
    return this.days(flock, day).reduce((sum, { lost }) => sum + lost[kind], before)
  }
  /** Placed at the beginning and moved in. */
  stocked(kind: Kind, flock: string, day: string): number {
    const began = this.beginning(flock)
    const joined = this.moves.filter(move => move.to === flock && !move.began && move.day <= day)
    const placed = began ? this.before(kind, began).placed : (this.roots.get(flock)?.[kind] ?? 0)
    return placed + this.sum(kind, joined)
  }
  /** What birds take along: their share of those lost, and of all that were placed. */
  before(kind: Kind, { from, day, ...move }: Move): { lost: number; placed: number } {
    const leaving = this.moves.filter(each => each.from === from && each.day === day)
    const here = this.alive(kind, from, day) + this.sum(kind, leaving)
    const lost = this.lost(kind, from, day)
    const share = here === 0 ? 1 : move[kind] / here
    const told = Math.round(share * lost)
    return {
      lost: told,
      placed: move[kind] + told + Math.round(share * (this.stocked(kind, from, day) - lost - here)),
    }
  }
}

test.each([
  ['layer', 3],
  ['layer', 17],
  ['breeder', 5],
  ['breeder', 40],
] as const)(
  'moves, sales, medicine, closing, late entries and taking back in any order come to what a fresh count does: %s (%i)',
  async (type, seed) => {
    const random = seededRandom(seed)
    const whole = (below: number) => Math.floor(random.next() * below)
    const pick = <T>(from: readonly T[]) => from[whole(from.length)] as T
    const some = (below: number) => (type === 'breeder' ? whole(below) : 0)
    const book = new Book()
    const houseOf = new Map<string, string>()
    const newHouse = () => buildHouse(farm.services, farm.offices.sharing, { type })
    for (const birds of [1_000, 700]) {
      const house = await newHouse()
      const males = type === 'breeder' ? birds / 10 : 0
      const { id } = await buildFlock(farm.services, farm.offices.sharing, {
        houseId: house.id,
        type,
        breed: 'hyline-brown',
        placedOn: inDays(-DAYS),
        hatchedOn: inDays(-150),
        placedCount: birds,
        ...(type === 'breeder' && { placedMales: males }),
      })
      book.roots.set(id, { birds, males })
      houseOf.set(id, house.id)
    }
    const empty = [await newHouse(), await newHouse()].map(({ id }) => id)
    let [refused, closed, reopened] = [0, 0, 0]
    const isTaken = (answer: { statusCode: number }) => {
      expect(answer.statusCode).toBeLessThan(500)
      if (answer.statusCode !== 200) refused++
      return answer.statusCode === 200
    }
    const recordOn = async (id: string, day: string) =>
      (await owner.call(flockRecords.sheet, { params: { id }, query: { day } })).record
    const counts = () => {
      const isMalesOnly = some(4) === 3
      return { birds: isMalesOnly ? 0 : 1 + whole(500), males: some(70) }
    }

    const medicine = (): Treatment => ({
      kind: 'medicine',
      dose: '',
      route: '',
      name: pick(['Tylosin', 'Doxycycline']),
      withdrawalDays: pick([0, 3, 14]),
      eggWithdrawalDays: pick([null, 0, 5, 20]),
    })
    const moveSome = async () => {
      const from = pick(book.flocks())
      const toHouseId = pick([...houseOf.values(), ...empty])
      const reason = pick(['', 'They go where they are kept apart'])
      const body = { fromFlockId: from, toHouseId, ...counts(), day: inDays(-whole(DAYS)), reason }
      const answer = await owner.ask(flockMoves.create, { body: { ...body, join: true } })
      if (!isTaken(answer)) return
      const { meat, eggs } = book.withdrawal(from, body.day)
      if (reason === '') expect([meat, eggs], `moved from ${from} on ${body.day}`).toEqual([null, null])
      const { id, to, day, birds, males, began } = answer.json().data
      book.moves.push({ id, from, to: to.flockId, day, birds, males, began })
      houseOf.set(to.flockId, toHouseId)
    }
    const takeBackOne = async () => {
      const one = pick(book.moves)
      if (!one) return
      const answer = await owner.ask(flockMoves.takeBack, { params: { id: one.id }, body: {} })
      if (!isTaken(answer)) return
      book.moves = book.moves.filter(each => each !== one)
      if (one.began) houseOf.delete(one.to)
    }
    const correctOne = async () => {
      const one = pick(book.moves)
      if (!one) return
      const now = counts()
      const body = { ...now, reason: 'Counted again' }
      if (isTaken(await owner.ask(flockMoves.update, { params: { id: one.id }, body })))
        Object.assign(one, now)
    }
    const record = async () => {
      const [id, day] = [pick(book.flocks()), inDays(-whole(DAYS))]
      const known = await recordOn(id, day)
      const treatments = whole(4) === 0 ? [medicine()] : []
      const sold = whole(3) === 0 ? whole(300) : 0
      const told = { lost: { birds: whole(20), males: some(4) }, sold, treatments }
      const before = book.told.get(`${id} ${day}`)
      const { movedIn, movedOut, movedInMales, movedOutMales, version } = known ?? {}
      const body = {
        day,
        dead: told.lost.birds,
        ...(type === 'breeder' && { culledMales: told.lost.males }),
        sold: told.sold,
        movedIn,
        movedOut,
        movedInMales,
        movedOutMales,
        version,
        treatments,
        // Whoever tells of medicine late says what was done about the birds that had left.
        reason: `The vet was told, ${book.told.size} ${refused}`,
      }
      if (!isTaken(await owner.ask(flockRecords.create, { params: { id }, body }))) return
      book.told.set(`${id} ${day}`, told)
      // No birds are sold that medicine known by then is in.
      if (sold > 0 && !before?.sold)
        expect(book.withdrawal(id, day).meat, `sold of ${id} on ${day}`).toBeNull()
    }
    const takeBackDay = async () => {
      const [key] = pick([...book.told]) ?? []
      const [id = '', day = ''] = key?.split(' ') ?? []
      if (!key || !book.flocks().includes(id)) return
      const version = (await recordOn(id, day))?.version ?? 0
      if (isTaken(await owner.ask(flockRecords.takeBack, { params: { id }, body: { day, version } })))
        book.told.delete(key)
    }

    const closeOne = async () => {
      const [id, endedOn] = [pick(book.flocks()), inDays(-whole(2))]
      const body = { endedOn, reason: 'Sold' }
      if (!isTaken(await owner.ask(flocks.close, { params: { id }, body }))) return
      const wasOver = book.reopened.get(id) === endedOn || book.alive('birds', id, endedOn) === 0
      if (!wasOver) expect(book.withdrawal(id, endedOn).meat, `${id} closed on ${endedOn}`).toBeNull()
      book.reopened.delete(id)
      closed++
    }
    const reopenOne = async () => {
      const id = pick(book.flocks())
      const { endedOn } = await owner.call(flocks.get, { params: { id } })
      const body = { reason: 'Some are still there' }
      if (!isTaken(await owner.ask(flocks.reopen, { params: { id }, body }))) return
      book.reopened.set(id, endedOn ?? '')
      reopened++
    }

    const acts = [moveSome, moveSome, takeBackOne, correctOne, record, record, record, takeBackDay]
    for (let i = 0; i < 110; i++) await pick([...acts, closeOne, reopenOne, reopenOne])()
    expect(refused).toBeGreaterThan(5)
    for (const times of [closed, reopened]) expect(times).toBeGreaterThan(0)
    expect(book.moves.length).toBeGreaterThan(0)
    if (type === 'breeder') expect(book.moves.some(({ males }) => males > 0)).toBe(true)

    for (const id of book.flocks()) {
      const { days, flock, withdrawal } = await owner.call(flocks.course, { params: { id } })
      expect(withdrawal, `withdrawal of ${id}`).toEqual(book.withdrawal(id, inDays(0)))
      for (const each of days) {
        const { day } = each
        expect(each.alive, `${id} on ${day}`).toBe(book.alive('birds', id, day))
        expect(each.alive).toBeGreaterThanOrEqual(0)
        expect(each.lost).toBe(book.lost('birds', id, day))
        if (type !== 'breeder') continue
        expect(each.males, `males of ${id} on ${day}`).toBe(book.alive('males', id, day))
        expect(each.males).toBeGreaterThanOrEqual(0)
        expect(each.lostMales).toBe(book.lost('males', id, day))
        const stocked = book.stocked('males', id, day)
        if (each.maleLosses !== null)
          expect(each.maleLosses).toBeCloseTo((100 * book.lost('males', id, day)) / stocked, 9)
      }
      expect(flock.alive).toBe(book.alive('birds', id, inDays(0)))
      if (type === 'breeder') expect(flock.males).toBe(book.alive('males', id, inDays(0)))
      const began = book.moves.find(each => each.began && each.to === id)
      if (!began) continue
      expect(flock).toMatchObject({
        openingLost: book.before('birds', began).lost,
        age: 150,
        hatchedOn: inDays(-150),
      })
      if (began.males > 0)
        expect(flock).toMatchObject({
          openingMalesLost: book.before('males', began).lost,
          openingMalesPlaced: book.before('males', began).placed,
        })
    }
  },
  120_000,
)
