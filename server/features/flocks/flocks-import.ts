import { and, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { FlockForm } from '#shared/contracts/flocks.ts'
import { categoryOf, flockCategories, flockCategoryNames } from '#shared/flocks.ts'
import { litterNames, litters } from '#shared/litter.ts'
import { type OpeningNumber, openingLabels, openingNumberNames, openingNumbers } from '#shared/opening.ts'
import type { HouseType } from '#shared/signals.ts'
import { breedFits, breeds, standardOf } from '#shared/standards/standards.ts'
import { type Language, type Text, text } from '#shared/text.ts'
import { dateIn } from '#shared/zone-time.ts'
import { giveProgramme } from '../../farm/flocks/flock-programme.ts'
import {
  breedFaults,
  endFault,
  flockAtTheSameTime,
  flockFaults,
  hasFlock,
} from '../../farm/flocks/flock-rules.ts'
import { flocksWhere, shownFlock } from '../../farm/flocks/flocks.queries.ts'
import { nextNumber, placementDayOf } from '../../farm/flocks/house-flock.ts'
import { litterFaults } from '../../farm/flocks/litter-rules.ts'
import { lookFaults } from '../../farm/houses/signal-looks.ts'
import { sharingAmong } from '../../platform/database/consent.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type {
  Asked,
  Draft,
  Filled,
  ImportColumn,
  ImportDefinition,
  Writing,
} from '../../platform/jobs/sheet-parts.ts'
import { columnsOf, openingIn } from './flock-columns.ts'

/** A flock that is in its house, or was. */
const Form = FlockForm.extend({ endedOn: z.iso.date().nullish() })
type Row = Filled<z.output<typeof Form>>

const help = (said: Text) => (language: Language) => said[language]
const unknownHouse = text('没有此鸡舍', 'There is no such house')
const several = text('有多栋同名鸡舍', 'Several houses have this name')
const mayNot = text('无权新建批次', 'You may not open flocks')

async function housesBy({ db }: Asked, condition: ReturnType<typeof inArray>) {
  return db
    .select({ row: house, zone: office.timeZone, farmPath: office.farmPath })
    .from(house)
    .innerJoin(office, eq(office.id, house.officeId))
    .where(and(condition, isNull(house.deletedAt)))
}

/** A breed with a standard by its name; publishers add to it what the birds are: “Ross 308 parent stock” is Ross 308 too. */
function breedNamed(said: unknown, type: HouseType | undefined): string | undefined {
  const name = String(said ?? '').toLowerCase()
  const alike = breeds.filter(each => {
    const known = standardOf(each).name.toLowerCase()
    return each === name || known === name || (name !== '' && known.startsWith(`${name} `))
  })
  return alike.find(each => type !== undefined && breedFits(each, type)) ?? alike[0]
}

/** Houses by name, breeds by what they are called; what stands in a column of the time before makes it a flock taken over. */
async function resolve(asked: Asked, drafts: readonly Draft[]): Promise<void> {
  const nameOf = ({ values }: Draft) => String(values.houseId ?? '').trim()
  const found = await housesBy(asked, inArray(house.name, [...new Set(drafts.map(nameOf)), '']))
  for (const draft of drafts) {
    const { values, faults } = draft
    const named = found.filter(({ row }) => row.name === nameOf(draft))
    const [one] = named
    if (named.length === 1 && one) {
      values.houseId = one.row.id
      values.category ??= categoryOf[one.row.type]
    } else if (nameOf(draft) !== '') faults.push({ field: 'houseId', message: one ? several : unknownHouse })
    values.breed = breedNamed(values.breed, one?.row.type) ?? values.breed
    values.takenOver = ['openingPlacedOn', ...openingNumberNames].some(name => values[name] != null)
  }
}

/** The rules of the flock's own form. */
async function check(asked: Asked, rows: readonly Row[]): Promise<void> {
  faultTogether(rows)
  const found = await housesBy(asked, inArray(house.id, [...rows.map(({ form }) => form.houseId), '']))
  const { db, viewer } = asked
  const sharing = await sharingAmong(db, viewer.scope, [...new Set(found.map(({ row }) => row.officeId))])
  for (const { form, draft } of rows) {
    const at = found.find(({ row }) => row.id === form.houseId)
    if (!at) draft.faults.push({ field: 'houseId', message: unknownHouse })
    else if (!sharing.has(at.row.officeId))
      draft.faults.push({ field: 'houseId', message: 'access.notShared' })
    if (!viewer.grants.has('chicken_batch:edit')) draft.faults.push({ field: 'houseId', message: mayNot })
    if (!at) continue
    const today = dateIn(at.row.timeZone ?? at.zone, new Date())
    const opening = openingIn(form)
    draft.faults.push(...flockFaults({ ...form, opening }, { today, records: [], soldUndated: 0 }))
    const { houseId, placedOn, endedOn = null } = form
    const nothing = { lastOn: null, alive: null, meatUntil: null, reopenedFrom: null, reason: '' }
    const ended = endedOn && endFault(endedOn, placedOn, { today, ...nothing })
    if (ended) draft.faults.push(ended)
    draft.faults.push(...breedFaults(form.breed, at.row.type))
    if (!endedOn) draft.faults.push(...(await lookFaults(db, houseId, 'houseId')))
    draft.faults.push(...(await litterFaults(db, houseId, form.litter)))
    const other = await flockAtTheSameTime(db, { houseId, placedOn, endedOn })
    if (other) draft.faults.push({ field: 'placedOn', message: hasFlock(other.number) })
    draft.change = { kind: 'added', known: at.row.name, was: {} }
  }
}

/** Two flocks of the file that would be in a house together: at the later of them. Birds may leave and come on one day. */
function faultTogether(rows: readonly Row[]): void {
  for (const [houseId, inHouse] of Map.groupBy(rows, ({ form }) => form.houseId)) {
    if (houseId === '') continue
    let there: Row | undefined
    for (const row of inHouse.toSorted((a, b) => (a.form.placedOn < b.form.placedOn ? -1 : 1))) {
      if (there && endOf(there) > row.form.placedOn)
        row.draft.faults.push({ field: 'placedOn', message: [together, { row: there.draft.row }] })
      if (!there || endOf(row) > endOf(there)) there = row
    }
  }
}
const NOT_ENDED = '9999-12-31'
const endOf = ({ form }: Row): string => form.endedOn ?? NOT_ENDED
const together = text('第 {row} 行的批次此时还在该鸡舍', 'The flock of row {row} is still in this house then')

async function write(asked: Writing, rows: readonly Row[]) {
  const { db, viewer, language } = asked
  const found = await housesBy(asked, inArray(house.id, [...rows.map(({ form }) => form.houseId), '']))
  for (const { id, form } of rows) {
    const at = found.find(({ row }) => row.id === form.houseId)
    if (!at) throw new Error('A flock without its house')
    const type: HouseType = at.row.type
    const { officePath } = at.row
    const placed = { id, officePath, farmPath: at.farmPath ?? officePath, type, ...columnsOf(type, form) }
    await db.insert(flock).values({
      ...placed,
      number: await nextNumber(db, form.placedOn),
      houseId: at.row.id,
      endedOn: form.endedOn ?? null,
      placementDay: form.placementDay ?? placementDayOf(at.row.officeId),
    })
    if (form.endedOn) continue
    // What was due before the farm began with this program was given or not, and nobody is told to give it now.
    const today = dateIn(at.row.timeZone ?? at.zone, new Date())
    await giveProgramme(db, placed, [today, form.placedOn].toSorted().at(-1))
  }
  const ids = rows.map(({ id }) => id)
  const made = await flocksWhere(db, viewer.scope, language, inArray(flock.id, [...ids, '']))
  return made.map(each => ({ id: each.row.id, officePath: each.row.officePath, shown: shownFlock(each) }))
}

const date = (field: string, label: Text, more: Partial<ImportColumn> = {}): ImportColumn => ({
  field,
  kind: 'date',
  label,
  ...more,
})
const count = (field: string, label: Text, more: Partial<ImportColumn> = {}): ImportColumn => ({
  field,
  kind: 'whole',
  label,
  ...more,
})
const ofHouses = text('鸡舍', 'House')
const unknown = text('不清楚请留空', 'Leave empty if not known')

/** The unit of an opening number, where it has one. */
export const unitOfOpening = (field: OpeningNumber) => {
  const { unit } = openingNumbers[field]
  return unit === '' ? {} : { unit }
}

/** Flocks as a farm begins with this program: those in their houses, with what was before, and past ones with their last day. */
export const flocksImport: ImportDefinition<typeof Form> = {
  form: Form,
  columns: [
    {
      field: 'houseId',
      kind: 'text',
      width: 24,
      isRequired: true,
      label: ofHouses,
      help: help(text('鸡舍名称', 'Name of the house')),
    },
    {
      field: 'breed',
      kind: 'text',
      label: text('品种', 'Breed'),
      help: help(
        text('如 Ross 308、Hy-Line Brown；其他品种照写', 'Such as Ross 308; others as they are called'),
      ),
    },
    {
      field: 'category',
      kind: 'text',
      words: flockCategoryNames,
      choices: flockCategories,
      label: text('养殖类别', 'Category'),
      help: help(text('留空则按鸡舍类型', 'Left empty: by the type of the house')),
    },
    date('placedOn', text('入舍日期', 'Placed on'), {
      isRequired: true,
      help: help(text('接手的鸡群填接手当天', 'Of birds taken over, the day on which they were')),
    }),
    date('hatchedOn', text('出雏日期', 'Hatched on'), {
      help: help(text('雏鸡入舍可留空', 'May be left empty for chicks')),
    }),
    date('endedOn', text('结束日期', 'Ended on'), {
      help: help(text('已出栏的批次填最后一天；在养的留空', 'Last day of birds that have gone; else empty')),
    }),
    count('placedCount', text('入舍数', 'Placed'), {
      isRequired: true,
      help: help(text('接手的鸡群填接手时的只数', 'Of birds taken over, how many there were then')),
    }),
    count('placedMales', text('入舍公鸡数', 'Males placed'), {
      help: help(text('仅种鸡', 'Of breeders only')),
    }),
    {
      field: 'litter',
      kind: 'text',
      words: litterNames,
      choices: litters,
      label: text('垫料', 'Litter'),
      help: help(text('仅地面垫料平养', 'Of birds on the floor only')),
    },
    date('maturedOn', text('开产日期', 'In lay since'), {
      help: help(text('开产日期', 'When they came into lay')),
    }),
    count('matureCount', text('开产数', 'Hens housed'), {
      help: help(text('开产时的母鸡数', 'Hens when they came into lay')),
    }),
    date('openingPlacedOn', openingLabels.openingPlacedOn, { help: help(unknown) }),
    ...openingNumberNames.map(
      (field): ImportColumn => ({
        field,
        kind: openingNumbers[field].isWhole ? 'whole' : 'number',
        label: openingLabels[field],
        ...unitOfOpening(field),
        help: help(unknown),
      }),
    ),
    {
      field: 'note',
      kind: 'text',
      width: 40,
      label: text('备注', 'Note'),
      help: help(text('最多 1000 字', 'At most 1,000 characters')),
    },
  ],
  resolve,
  check,
  write,
}
