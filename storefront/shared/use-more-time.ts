import { isExtended } from '@kartis/domain/hold.ts'
import { useState } from 'react'
import { useApi } from './api.ts'
import type { MoreTime } from './hold-strip.tsx'
import { usePageContext } from './page-context.tsx'
import { readHold, saveHold } from './saved-hold.ts'

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
  const [busy, setBusy] = useState(false)
  const [spent, setSpent] = useState('')
  const isOver =
    held?.createdAt !== undefined &&
    typeof held.expires === 'string' &&
    isExtended({ createdAt: new Date(held.createdAt), expiresAt: new Date(held.expires) })
  if (!held || isOver || spent === held.order) return undefined
  const request = async () => {
    setBusy(true)
    const { event, order: uuid, token } = held
    const result = await api('POST', '/v1/public/orders/:uuid/extend', { params: { uuid }, orderToken: token })
    setBusy(false)
    // Without a connection it may be asked for again.
    if (!result.ok) return
    setSpent(uuid)
    const { expires_at: expires } = result.data
    const saved = readHold(event)
    if (saved?.order === uuid) saveHold(event, { ...saved, expires })
    onMore(expires)
  }
  return { text: t('checkout.hold.more'), busy, request: () => void request() }
}
