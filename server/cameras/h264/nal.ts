/** Kinds of NAL units (ITU-T H.264, table 7-1). */
export const NAL = { slice: 1, idr: 5, sei: 6, sps: 7, pps: 8, delimiter: 9, stapA: 24, fuA: 28 } as const

export const kindOfNal = (nal: Uint8Array): number => (nal[0] ?? 0) & 0x1f

/** Whether a NAL unit is a piece of a picture. */
export const isSlice = (kind: number): boolean => kind === NAL.slice || kind === NAL.idr
