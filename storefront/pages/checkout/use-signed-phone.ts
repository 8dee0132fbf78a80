import type { User } from '@kartis/contract/auth.ts'
import { useEffect, useState } from 'react'
import { callAsUser, storedToken } from '../../shared/session.ts'
import { useApi } from '../../shared/use-api.ts'

/** The phone that this browser is signed in with (E.164), where the order needs to know; a token that has run out is renewed. */
export const useSignedPhone = (asks: boolean): string | undefined => {
  const api = useApi()
  const [phone, setPhone] = useState<string>()
  useEffect(() => {
    if (!asks || storedToken() === undefined) return
    const learn = async () => {
      const answer = await callAsUser<User>(api, '/account/users/me')
      if (answer.ok) setPhone(answer.data.phone.phone_number)
    }
    void learn()
  }, [api, asks])
  return phone
}
