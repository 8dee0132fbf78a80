import { momentText } from '@kartis/i18n/format.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../../shared/api.ts'
import { usePageContext } from '../../shared/page-context.tsx'
import type { PassesView } from '../../state/order-state.ts'

/** How often the open entrance view checks whether a code was scanned. */
const POLL_EVERY_MS = 5000

/** The tickets with what was scanned since the page was opened, while their codes are on the screen. */
export const useScanned = (view: PassesView, isShown: boolean): PassesView => {
  const api = useApi()
  const { lang } = usePageContext()
  const [used, setUsed] = useState<Readonly<Record<string, string>>>({})
  const isDone = view.passes.every((pass) => pass.state !== 'valid' || used[pass.uuid] !== undefined)
  const poll = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    const { uuid, token } = view
    const tickets = await (view.shared
      ? api('GET', '/v1/public/tickets/:uuid', { params: { uuid }, query: { token } }).then((reply) =>
          reply.ok ? [{ ticket: reply.data.ticket, zone: reply.data.event.timezone }] : [],
        )
      : api('GET', '/v1/public/orders/:uuid', { params: { uuid }, orderToken: token }).then((reply) =>
          reply.ok ? reply.data.tickets.map((ticket) => ({ ticket, zone: reply.data.event.timezone })) : [],
        ))
    const scanned = tickets.flatMap(({ ticket, zone }) =>
      ticket.redeemed_at ? [[ticket.uuid, momentText(ticket.redeemed_at, lang, zone)] as const] : [],
    )
    // Without an answer what is known stays.
    if (tickets.length > 0) setUsed(Object.fromEntries(scanned))
  })
  useEffect(() => {
    if (!isShown || isDone) return undefined
    const timer = setInterval(() => void poll(), POLL_EVERY_MS)
    return () => clearInterval(timer)
  }, [isShown, isDone])
  return {
    ...view,
    passes: view.passes.map((pass) =>
      used[pass.uuid] === undefined ? pass : { ...pass, state: 'used', usedAt: used[pass.uuid] ?? '' },
    ),
  }
}
