import { useQuery } from '@tanstack/react-query'
import { session } from '#shared/contracts/session.ts'
import { call } from '#web/data/client.ts'

/** Addresses of the deployment: apps and official website. */
export const useAppVersion = () =>
  useQuery({
    queryKey: [session.appVersion.path],
    queryFn: () => call(session.appVersion),
    staleTime: Number.POSITIVE_INFINITY,
  })
