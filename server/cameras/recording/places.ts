import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'

/** Where recordings of cameras are kept: rings, clips and pictures of films. */
export const recordingsFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'recordings')

export const clipsFolder = (folder: string): string => join(folder, 'clips')
export const clipPath = (folder: string, clipId: string): string => join(clipsFolder(folder), `${clipId}.mp4`)

export const filmsFolder = (folder: string): string => join(folder, 'films')
export const filmFolder = (folder: string, channelId: string): string =>
  join(filmsFolder(folder), encodeURIComponent(channelId))
export const picturePath = (folder: string, channelId: string, at: number): string =>
  join(filmFolder(folder, channelId), `${at}.mp4`)
