import { useQuery } from '@tanstack/react-query'
import { basket, goodFavourites } from '#shared/contracts/mall.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

/** Adds or removes a favourite. */
export function useFavourite() {
  const { submit } = useSubmit({
    inTurn: true,
  })
  const [mayKeep, mayDrop] = [useMayCall(goodFavourites.keep), useMayCall(goodFavourites.drop)]
  return (id: string, isFavourite: boolean) =>
    (isFavourite ? mayDrop : mayKeep) &&
    void submit(() => call(isFavourite ? goodFavourites.drop : goodFavourites.keep, { params: { id } }))
}

/** The basket, kept at the server. */
export function useBasket() {
  return useQuery({ queryKey: [basket.show.path], queryFn: () => call(basket.show) }).data
}
