import { showAccount } from '@kartis/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { useSession } from '../../shared/session.ts'

/** The current account with its details. */
export const useOwnAccount = () => {
  const uuid = useSession().account?.uuid ?? ''
  return useQuery({
    queryKey: ['account', uuid],
    queryFn: async () => (await api(showAccount, { params: { uuid } })).data,
  })
}
