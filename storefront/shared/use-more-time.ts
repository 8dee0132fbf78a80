import { isExtended } from '@kartis/domain/hold.ts'
import { useState } from 'react'
import { useApi } from './api.ts'
import type { MoreTime } from './hold-strip.tsx'
import { usePageContext } from './page-context.tsx'
import { readHold, saveHold } from './saved-hold.ts'
import { useSubmit } from './use-submit.ts'

interface Held {
  readonly event: string
  readonly order: string
  readonly token: string
  /** When the hold began and when it ends, as far as the page has them. */
  readonly createdAt?: string
  readonly expires?: string | null
}

/** Asks for more time before a hold ends; undefined once the order has had it. `onMore` gets the new end. */
export const useMoreTime = (held: Held | undefined, onMore: (expires: string) => void): MoreTime | undefined => {
  const { t } = usePageContext()
  const api = useApi()
  const [spent, setSpent] = useState('')
  const [busy, request] = useSubmit(async ({ event, order: uuid, token }: Held) => {
    const result = await api('POST', '/v1/public/orders/:uuid/extend', { params: { uuid }, orderToken: token })
    if (!result.ok) {
      // Without a connection, or while the server is busy, it may be asked for again; another refusal stays one.
      const isRefused = result.status >= 400 && result.status < 500 && result.status !== 429
      if (isRefused) setSpent(uuid)
      return isRefused
    }
    setSpent(uuid)
    const { expires_at: expires } = result.data
    const saved = readHold(event)
    if (saved?.order === uuid) saveHold(event, { ...saved, expires })
    onMore(expires)
    return true
  })
  const isOver =
    held?.createdAt !== undefined &&
    typeof held.expires === 'string' &&
    isExtended({ createdAt: new Date(held.createdAt), expiresAt: new Date(held.expires) })
  if (!held || isOver || spent === held.order) return undefined
  return { text: t('checkout.hold.more'), busy, request: () => request(held) }
}
