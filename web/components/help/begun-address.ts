/** Parameters removed from an address once the ticket it started is sent or discarded. */
export const NOT_BEGUN = {
  new: undefined,
  alarm: undefined,
  house: undefined,
  houseId: undefined,
  device: undefined,
  says: undefined,
}
