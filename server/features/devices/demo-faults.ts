import type { z } from 'zod'
import type { devices } from '#shared/contracts/devices.ts'
import type { FaultForm, PlantedFault } from '#shared/demo-faults.ts'
import type { Call, ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { noteFound } from '../../platform/records/rows.ts'
import { findDevice, shownDevice } from './devices.queries.ts'

type Asking = Pick<Call<typeof devices.faults>, 'db' | 'params' | 'language' | 'services'>

/** The faults planted behind a controller; null if its house is not simulated: only a demonstration has them. */
export async function faultsOf({ db, params, language, services }: Asking): Promise<PlantedFault[] | null> {
  const { row } = await findDevice(db, params.id, language)
  return services.config.demo ? services.faults.of(row.code) : null
}

/** Breaks something behind a controller, or repairs it. */
export async function plantFault(
  call: ChangingCall & { params: { id: string }; body: z.output<typeof FaultForm> },
): Promise<PlantedFault[]> {
  const { db, params, language, body, services } = call
  if (!services.config.demo) throw refuse.notFound()
  const { code } = (await noteFound(call, await findDevice(db, params.id, language), shownDevice)).row
  services.faults.change({ device: code, ...body })
  return services.faults.of(code)
}
