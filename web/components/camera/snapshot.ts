const NAME_MAX = 80

/** Saves a picture as a file named after what it shows and when. */
export function saveSnapshot(blob: Blob, names: readonly (string | null)[], at = new Date()): void {
  const stamp = at.toISOString().slice(0, 19).replace(/[:T]/g, '-')
  const shown = names
    .filter(name => name !== null)
    .join(' ')
    .replace(/[\\/:*?"<>|\s]+/g, ' ')
    .slice(0, NAME_MAX)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${shown} ${stamp}.jpg`
  link.click()
  URL.revokeObjectURL(link.href)
}

/** A picture as it shows, or a drawn video frame, as JPEG; undefined while there is none. */
export async function pictureOf(
  shown: HTMLVideoElement | HTMLImageElement | null,
): Promise<Blob | undefined> {
  const [width, height] =
    shown instanceof HTMLVideoElement
      ? [shown.videoWidth, shown.videoHeight]
      : [shown?.naturalWidth ?? 0, shown?.naturalHeight ?? 0]
  if (!shown || width === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(shown, 0, 0)
  return new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? undefined), 'image/jpeg', 0.9))
}
