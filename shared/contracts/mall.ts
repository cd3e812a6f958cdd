import { z } from 'zod'
import { valuesOf } from '../choices.ts'
import { del, get, Id, PageQuery, page, post, put } from '../endpoint.ts'
import { chosen, Search } from '../fields.ts'
import { goodUnitNames, PIECES_MOST } from '../goods.ts'
import { line } from '../line.ts'
import { fits } from '../machine-fit.ts'
import { machineNames } from '../machines.ts'
import { Money } from '../money.ts'
import { partNames, partsPerNames } from '../parts.ts'
import { CUSTOMER } from '../permissions.ts'
import { languages } from '../text.ts'
import { Specification } from './goods.ts'

const unit = z.enum(Object.keys(goodUnitNames) as [keyof typeof goodUnitNames])
const machine = z.enum(Object.keys(machineNames) as [keyof typeof machineNames])

/** A house of the reader's own that a good fits. */
const FittingHouse = z.object({ id: Id, name: z.string() })

/** A good as a buyer sees it, in the reader's language, at the buyer's own price. */
const Card = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  summary: z.string(),
  cover: Id.nullable(),
  unit,
  /** Null: on request. */
  price: Money.nullable(),
  /** Its sizes have different prices: this is the lowest. */
  isFrom: z.boolean(),
  stock: z.number().int().nullable(),
  isFavourite: z.boolean(),
  /** One's own houses whose machines it fits. */
  fits: z.array(FittingHouse),
})
export type Card = z.infer<typeof Card>

const Variant = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  price: Money.nullable(),
  stock: z.number().int().nullable(),
})
const Shown = Card.extend({
  content: z.string(),
  /** The language of the text. */
  language: z.enum(languages),
  pictures: z.array(Id),
  specifications: z.array(Specification),
  variants: z.array(Variant),
  category: z.string().nullable(),
  machines: z.array(machine),
  /** All of one's own houses: those it fits, and the others with what they have instead. */
  houses: z.array(
    FittingHouse.extend({
      fit: z.enum(fits),
      /** The machines that it fits; where it does not, those of its kinds. */
      machines: z.array(
        z.object({
          machine,
          /** Empty while nobody has said. */
          model: z.string(),
          count: z.number().int().nullable(),
          /** It has no belt. */
          isDirect: z.boolean(),
        }),
      ),
      product: z.string().nullable(),
      cage: z.string().nullable(),
      /** The overhaul that needs it and is due soon; days until then, negative if late. */
      due: z.object({ item: z.string(), daysLeft: z.number().int() }).nullable(),
      /** When such an overhaul was last done. */
      changedOn: z.iso.date().nullable(),
    }),
  ),
  /** Proposed quantity: what is due needs that many; 1 where nothing is due or known. */
  quantity: z.number().int(),
  /** The buyer's last order of it, of all sizes. */
  lastOrdered: z.object({ day: z.iso.date(), quantity: z.number().int() }).nullable(),
})
export type ShownGood = z.infer<typeof Shown>

/** Goods for what is due, in the reader's own houses. */
const Offers = z.object({
  /** Houses in which its model is not on record: no part is offered for them. */
  unknown: z.array(FittingHouse),
  /** What fits; proposed quantity: what all machines in the houses where it is due take, 1 if that is not known. */
  goods: z.array(Card.extend({ hasSizes: z.boolean(), quantity: z.number().int() })),
})
/** A machine of one's own that is due for maintenance, and goods for it. */
const Due = Offers.extend({
  machine,
  /** What is due, earliest first; days until then, negative if late. */
  items: z.array(z.object({ item: z.string(), house: z.string().nullable(), daysLeft: z.number().int() })),
})
export type DueMaintenance = z.infer<typeof Due>
const Parts = Offers.extend({
  /** Null: of no kind that houses have on record. */
  machine: machine.nullable(),
  parts: z.array(z.enum(valuesOf(partNames))),
  partsPer: z.enum(valuesOf(partsPerNames)),
})
export type DueParts = z.infer<typeof Parts>

const filter = z.object({
  search: Search,
  /** Including everything below it. */
  categoryId: Id.optional(),
  machine: chosen(machineNames),
  /** What fits the machines in one's own houses, or in one of them. */
  fits: z.literal('mine').optional(),
  houseId: Id.optional(),
})

const path = '/admin/auth/mall'
const query = 'mall_goods_client_list:query'
const read = 'mall_goods_client_list:get'

/** What customers and agents see of the goods on the shelf. */
export const mall = {
  list: get(path, query, { query: PageQuery.extend(filter.shape), returns: page(Card) }),
  /** What each filter would leave, given all the others. */
  facets: get(`${path}/facets`, query, {
    query: filter,
    returns: z.object({
      all: z.number().int(),
      fitting: z.number().int(),
      categories: z.array(
        z.object({ id: Id, aboveId: Id.nullable(), name: z.string(), goods: z.number().int() }),
      ),
      machines: z.array(z.object({ machine, goods: z.number().int() })),
      /** One's own houses that have machines. */
      houses: z.array(FittingHouse),
    }),
  }),
  /** A search that found nothing: the goods that come nearest. It is counted for the provider. */
  nearest: post(`${path}/nearest`, query, {
    whenReadOnly: true,
    body: z.object({ search: line(100).min(1) }),
    returns: z.array(Card),
    says: null,
    changes: '/admin/auth/search-misses',
  }),
  /** What the overhaul plan says is soon to be replaced in the farm's houses: a reason to buy. */
  due: get(`${path}/due`, query, { kinds: [CUSTOMER], returns: z.array(Due) }),
  read: get(`${path}/:id`, read, { returns: Shown }),
}

/** What overhauls use up. */
export const overhaulParts = {
  /** Of one overhaul of the own farm, with goods for it for those who see the mall. */
  read: get('/admin/auth/overhaul-parts/:id', 'device_overhaul_item_client:query', {
    kinds: [CUSTOMER],
    returns: Parts,
  }),
}

/** Goods for the machine of a repair, by kind of part. */
const PartsOfRepair = z.object({
  /** Null: the repair names none. */
  machine: machine.nullable(),
  unknown: Offers.shape.unknown,
  goods: z.array(
    Offers.shape.goods.element.extend({
      part: z.enum(valuesOf(partNames)).nullable(),
      /** Where the house has several models of the machine: those it fits. */
      models: z.array(z.string()),
    }),
  ),
})
export type RepairParts = z.infer<typeof PartsOfRepair>

/** Spare parts for repairs of the own farm: what fits the machine that is named, for those who see the mall. */
export const repairParts = {
  read: get('/admin/auth/repair-parts/:id', 'device_repair_client_list:get', {
    kinds: [CUSTOMER],
    returns: PartsOfRepair,
  }),
}

/** Before the good was kept in mind and now. */
const Favourite = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  at: z.iso.datetime(),
  priceThen: Money.nullable(),
  /** Null: it is off the shelf. */
  good: Card.nullable(),
})
export type Favourite = z.infer<typeof Favourite>

const favourite = '/admin/auth/good-favourites'
/** A person's favourite goods. */
export const goodFavourites = {
  list: get(favourite, 'signedIn', { query: PageQuery, returns: page(Favourite) }),
  keep: put(`${favourite}/:id`, query, {
    whenReadOnly: true,
    returns: z.null(),
    says: null,
    summary: 'Keeps a good in mind.',
  }),
  drop: del(`${favourite}/:id`, 'signedIn', {
    whenReadOnly: true,
    returns: z.null(),
    says: null,
    summary: 'Keeps a good in mind no longer, whether it is on the shelf or not.',
  }),
}

const BasketLine = z.object({
  id: Id,
  goodId: Id,
  variantId: Id.nullable(),
  code: z.string(),
  name: z.string(),
  variant: z.string().nullable(),
  cover: Id.nullable(),
  unit,
  quantity: z.number().int(),
  price: Money.nullable(),
  /** Price times quantity, exact. */
  sum: Money.nullable(),
  stock: z.number().int().nullable(),
})
export type BasketLine = z.infer<typeof BasketLine>
const Basket = z.object({
  lines: z.array(BasketLine),
  /** One per currency, without lines on request. */
  totals: z.array(Money),
  /** Lines whose good is now off the shelf. */
  gone: z.number().int(),
})
export type Basket = z.infer<typeof Basket>

const basketPath = '/admin/auth/basket'
/** What somebody means to ask for or order; the same on all of their devices. */
export const basket = {
  show: get(basketPath, query, { returns: Basket }),
  put: put(basketPath, read, {
    whenReadOnly: true,
    body: z.object({
      goodId: Id,
      variantId: Id.nullish(),
      /** 0 removes the line. */
      quantity: z.number().int().min(0).max(PIECES_MOST),
    }),
    returns: Basket,
    says: null,
  }),
  clear: del(basketPath, read, { whenReadOnly: true, returns: Basket, says: null }),
}
