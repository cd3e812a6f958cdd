/** A device id is 20 digits: region and office, kind of the device at 11 to 13, its number (GB/T 28181-2016, annex D). */
export const isDeviceId = (text: string): boolean => /^\d{20}$/.test(text)

/** The kind of a device by its id. */
export const typeOfId = (id: string): string => id.slice(10, 13)

/** Kinds that have a picture: cameras and network cameras. */
const CAMERAS = ['131', '132']

/** Whether an entry of a catalogue has a picture. A single camera lists itself, whatever its kind. */
export const hasPicture = (id: string, deviceId: string): boolean =>
  isDeviceId(id) && (CAMERAS.includes(typeOfId(id)) || (id === deviceId && typeOfId(id) !== '200'))
