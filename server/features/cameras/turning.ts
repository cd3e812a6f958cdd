import { eq } from 'drizzle-orm'
import type { CameraMove } from '#shared/cameras.ts'
import type { cameraChannels } from '#shared/contracts/cameras.ts'
import { text } from '#shared/text.ts'
import { mediaSource } from '../../cameras/camera-source.ts'
import { moveCommand, presetCommand, stopCommand } from '../../cameras/gb28181/ptz.ts'
import { MediaError } from '../../cameras/media-types.ts'
import { NO_PRESET, type PresetOrder } from '../../cameras/onvif/orders.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { camera, type cameraChannel } from '../../platform/database/tables/cameras.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { noteBeginning } from '../../platform/http/viewing.ts'
import { noteFound } from '../../platform/records/rows.ts'
import type { Services } from '../../platform/services.ts'
import { findChannel, shownChannel } from './cameras.queries.ts'
import { keepMoving } from './moving.ts'

const faults = {
  cannotMove: text('该摄像头不支持远程转动', 'This camera cannot be turned from here'),
  notTaken: text('摄像头没有执行', 'The camera did not take the order'),
  noPreset: text('该预置位还没有保存', 'Nothing has been stored at this preset yet'),
  oneOrder: text('请指定方向或预置位', 'Say where to move, or a preset'),
}

/** A person's turning of a camera is one line of the history a minute, not one for each push. ms */
const ONE_LINE_MS = 60_000
const LINES_MAX = 10_000
/** When a person's turning of a channel became a line. */
const lines = new Map<string, number>()

/** Leaves out the call's line if there is one of this minute. */
function tellOnce(call: Call<typeof cameraChannels.turn>, channelId: string): void {
  const who = `${call.viewer.accountId} ${channelId}`
  if (Date.now() - (lines.get(who) ?? 0) < ONE_LINE_MS) {
    call.toldLater(async () => {})
    return
  }
  call.afterwards(() => {
    if (lines.size > LINES_MAX) lines.clear()
    lines.set(who, Date.now())
  })
}

/** Orders to one channel; each tells whether it was taken. */
interface Orders {
  move(move: CameraMove): Promise<boolean>
  stop(): Promise<boolean>
  preset(order: PresetOrder): Promise<boolean>
}

type Channel = typeof cameraChannel.$inferSelect
type Owner = Pick<typeof camera.$inferSelect, 'id' | 'kind' | 'source' | 'gbId'>

/** How a channel is turned; undefined if it cannot be. */
function ordersTo(services: Services, row: Channel, owner: Owner): Orders | undefined {
  const { gb, onvif } = services.cameras
  if (row.path === '') return undefined
  const { gbId } = owner
  if (owner.kind === 'gb28181' && gb && gbId !== null) {
    const send = (PTZCmd: string) => gb.order(gbId, row.path.slice(1), { PTZCmd })
    return {
      move: move => send(moveCommand(move)),
      stop: () => send(stopCommand()),
      preset: ({ doing, number }) => send(presetCommand(doing, number)),
    }
  }
  const source = mediaSource({ id: owner.id, source: owner.source, path: row.path }, services)
  if (source?.kind !== 'onvif' || !row.canMove) return undefined
  return {
    move: move => isTaken(onvif.move(source, move)),
    stop: () => isTaken(onvif.move(source, null)),
    preset: order => isTaken(onvif.preset(source, order)),
  }
}

async function isTaken(order: Promise<void>): Promise<boolean> {
  try {
    await order
    return true
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    if (error.detail === NO_PRESET) throw refuse.conflict({ yours: null, current: null }, faults.noPreset)
    return false
  }
}

/** Moves a camera for a moment, stops it, or turns it to a remembered place. */
export async function turnCamera(call: Call<typeof cameraChannels.turn>): Promise<null> {
  const { db, params, body, services } = call
  const { row, houseName } = await noteFound(call, await findChannel(db, params.id), shownChannel)
  if (body.move === undefined && !body.preset)
    throw refuse.invalid([{ field: 'move', message: faults.oneOrder }])
  tellOnce(call, row.id)
  const [owner] = await services.store
    .scoped(SYSTEM)
    .select({ id: camera.id, kind: camera.kind, source: camera.source, gbId: camera.gbId })
    .from(camera)
    .where(eq(camera.id, row.cameraId))
  const isOn = row.enabled && row.status !== 'DISABLE'
  const orders = owner && isOn ? ordersTo(services, row, owner) : undefined
  if (!orders) throw refuse.conflict({ yours: null, current: null }, faults.cannotMove)
  const wasTaken = body.preset
    ? await orders.preset(body.preset)
    : await keepMoving(row.id, body.move ?? null, orders)
  if (!wasTaken) throw refuse.conflict({ yours: null, current: null }, faults.notTaken)
  const { farmPath, officePath, houseId } = row
  await noteBeginning(call, 'turn', {
    farmPath,
    channel: row,
    ...(houseId !== null && houseName !== null && { house: { id: houseId, name: houseName, officePath } }),
  })
  return null
}
