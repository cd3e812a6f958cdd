import { z } from 'zod'

/** What can be broken in a simulated house, with the number to choose from; 0 if there is only one. */
export const demoFaults = {
  power: 0,
  /** It does not start when the mains fail. */
  generator: 0,
  fan: 12,
  probe: 8,
  link: 0,
  water: 0,
  feed: 0,
  door: 0,
  clock: 0,
  /** Its controller holds grave alarms until they are reset at its panel; repairing resets them. */
  latch: 0,
  /** How its controller treats commands: locked at its panel, not answering its gateway, accepting half, refusing, busy. */
  locked: 0,
  controller: 0,
  half: 0,
  refusing: 0,
  busy: 0,
  /** Somebody turns the target up at its panel; repairing turns it back. */
  panel: 0,
} as const
export type DemoFault = keyof typeof demoFaults
export const demoFaultNames = Object.keys(demoFaults) as [DemoFault, ...DemoFault[]]

/** Whether a fault has this number: from 1, or 0 if there is only one. */
export const isNumberOf = (fault: DemoFault, number: number): boolean =>
  demoFaults[fault] === 0 ? number === 0 : number >= 1 && number <= demoFaults[fault]

/** Something broken in a simulated house. */
export const PlantedFault = z.object({ fault: z.enum(demoFaultNames), number: z.number().int() })
export type PlantedFault = z.infer<typeof PlantedFault>

const form = z.object({
  fault: z.enum(demoFaultNames),
  number: z.number().int().default(0),
  isPlanted: z.boolean(),
})
const hasNumber = ({ fault, number }: z.output<typeof form>) => isNumberOf(fault, number)

/** Breaks something, or repairs it. */
export const FaultForm = form.refine(hasNumber, { path: ['number'] })

/** The same for the house behind a controller, by its code. */
export const FaultOrder = form
  .extend({ device: z.string().min(1).max(64) })
  .refine(hasNumber, { path: ['number'] })
export type FaultOrder = z.infer<typeof FaultOrder>

/** The database channel on which `npm run simulate` sends its orders to the running demonstration. */
export const FAULT_CHANNEL = 'demo_fault'
