/** What an address no longer says once a ticket that was begun by it is sent or given up. */
export const NOT_BEGUN = { new: undefined, alarm: undefined, house: undefined, device: undefined }
