import type { cameras } from '#shared/contracts/cameras.ts'
import type { Result } from '#shared/endpoint.ts'
import { text } from '#shared/text.ts'
import type { AnyCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'

const noNetworks = text(
  '服务器没有放行任何局域网，请先设置 CAMERA_NETWORKS',
  'The server may not reach any local network: set CAMERA_NETWORKS first',
)

/** Cameras that answer in the server's own network; only where the installation allows some of it. */
export async function discoverCameras({ services }: AnyCall): Promise<Result<typeof cameras.discover>> {
  if (services.config.cameraNetworks.length === 0) throw refuse.invalid([], noNetworks)
  return services.cameras.onvif.discover()
}
