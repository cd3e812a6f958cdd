import { Film } from '../camera/film.ts'
import { type CameraServer, serveCameras } from '../camera/rtsp-server.ts'
import { viewOf } from '../camera/scene.ts'
import { buildHouse, live, SUMMER } from './house.ts'

export const FILM_USER = 'simulator'
export const FILM_PASSWORD = 'seen-by-day'

/** Cameras of simulated broiler houses at a free port: any code is a house, and all are filmed as one if `shared`. */
export async function filmHouses({ shared = false, port = 0 } = {}): Promise<CameraServer> {
  const house = buildHouse('broiler', SUMMER + 4 * 3_600_000)
  live(house, 1, 10)
  const films = new Map<string, Film>()
  return serveCameras({
    port,
    username: FILM_USER,
    password: FILM_PASSWORD,
    film(code) {
      const key = shared ? '' : code
      const film = films.get(key) ?? new Film(() => viewOf(code, house), films.size)
      films.set(key, film)
      return film
    },
  })
}
