import { z } from 'zod'
import { LoginId, Phone } from '../accounts.ts'
import { isCountry } from '../countries.ts'
import { EXTENSIONS } from '../customers.ts'
import { Id, Seen, Version } from '../endpoint.ts'
import { line } from '../line.ts'
import { isTimeZone } from '../zone-time.ts'

const Name = line(100)
const Day = z.iso.date().nullish()

/** The specification's words for an invalid address. */
const Email = z.email().max(200)

const Country = z.string().refine(isCountry)

/** Shared by both forms; one of the two names may be missing. */
export const CustomerForm = z.object({
  chineseName: Name.default(''),
  englishName: Name.default(''),
  contact: line(100).min(1),
  email: Email.nullish(),
  phone: z.literal('').or(Phone).default(''),
  country: Country,
  city: line(100).nullish(),
  address: line(300).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
  latitude: z.number().min(-90).max(90).nullish(),
  /** Left out: that of the country, else that of whoever serves the customer. */
  timeZone: z.string().max(64).refine(isTimeZone).nullish(),
  /** The placement day counts as day 0 or day 1. */
  placementDay: z.union([z.literal(0), z.literal(1)]).default(0),
  remarks: z.string().trim().max(1_000).nullish(),
  /** The project manager: a department of the provider. */
  managerOfficeId: Id.nullish(),
  contractEndsOn: Day,
  agentEndsOn: Day,
  nextMaintenanceOn: Day,
  nextMaintenance: line(200).nullish(),
  version: Version.optional(),
})

/** The future owner of the customer: an account is created and an invitation mailed. */
export const OwnerForm = z.object({ ownerLogin: LoginId, ownerEmail: Email })

export const NewCustomerForm = CustomerForm.extend(OwnerForm.shape).extend({
  /** The agent that serves it; the provider itself when left out, and an agent's own without asking. */
  agentId: Id.nullish(),
})

/** The same for an existing customer. */
export const Invitation = OwnerForm.extend(Seen.shape)

/** Extends a trial by some days. */
export const Extension = Seen.extend({ days: z.literal(EXTENSIONS) })
/** Moves a customer to an agent, or without one to the provider itself. */
export const Serving = Seen.extend({ agentId: Id.nullish() })
/** Turns a trial into a contract. */
export const Conversion = Seen.extend({
  /** The contract's last day. */
  contractEndsOn: z.iso.date(),
})
