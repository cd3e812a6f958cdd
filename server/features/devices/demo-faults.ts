import type { z } from 'zod'
import type { devices } from '#shared/contracts/devices.ts'
import type { FaultForm, PlantedFault } from '#shared/demo-faults.ts'
import type { Call, ChangingCall } from '../../http/call.ts'
import { refuse } from '../../http/errors.ts'
import { findDevice, shownDevice } from './devices.queries.ts'

type Asking = Pick<Call<typeof devices.faults>, 'db' | 'params' | 'language' | 'services'>

/** The controller, where its house is simulated: only a demonstration knows faults that are planted. */
async function simulated({ db, params, language, services }: Asking) {
  if (!services.config.demo) throw refuse.notFound()
  return findDevice(db, params.id, language)
}

/** What is broken behind a controller. */
export async function faultsOf(call: Asking): Promise<PlantedFault[]> {
  return call.services.faults.of((await simulated(call)).row.code)
}

/** Breaks something behind a controller, or repairs it. */
export async function plantFault(
  call: ChangingCall & { params: { id: string }; body: z.output<typeof FaultForm> },
): Promise<PlantedFault[]> {
  const { body, services } = call
  const found = await simulated(call)
  const { code, officePath } = found.row
  call.before(shownDevice(found))
  call.about(officePath)
  services.faults.change({ device: code, ...body })
  return services.faults.of(code)
}
