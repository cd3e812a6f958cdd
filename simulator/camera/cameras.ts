import { seedOf } from '#shared/chance.ts'
import type { Gateway } from '../gateway.ts'
import type { CamerasSpec } from './cameras-spec.ts'
import { Film } from './film.ts'
import { type CameraServer, serveCameras } from './rtsp-server.ts'
import { viewOf } from './scene.ts'

/**
 * Puts a camera into every house: `rtsp://127.0.0.1:{port}/{code of its controller}`. A taken port is replaced by any other.
 * A house is drawn only while somebody watches it.
 */
export async function startCameras(
  { port, username, password }: CamerasSpec,
  gateways: readonly Gateway[],
): Promise<CameraServer> {
  const films = new Map<string, Film>()
  const houses = new Map(
    gateways.flatMap(({ controllers }) =>
      controllers.map(({ code, house }) => [code.toLowerCase(), { code, house }]),
    ),
  )
  const film = (asked: string): Film | undefined => {
    const key = asked.toLowerCase()
    const known = houses.get(key)
    if (!known) return undefined
    const { code, house } = known
    const made =
      films.get(key) ?? new Film(() => viewOf(code, house), seedOf(house.spec.seed, code, 'camera'))
    films.set(key, made)
    return made
  }
  const serve = (at: number) => serveCameras({ port: at, username, password, film })
  try {
    return await serve(port)
  } catch (error) {
    if (port === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return serve(0)
  }
}
