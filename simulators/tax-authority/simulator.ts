import type { IncomingMessage, ServerResponse } from 'node:http'
import { listen } from '../listen.ts'

/** Recipients by whose number the simulator decides; every other one is approved. */
export const REFUSED_RECIPIENT = '777777723'
export const UNREACHABLE_RECIPIENT = '777777731'

const CLIENT = Buffer.from('kartis:secret').toString('base64')
const DAYS_TO_REQUEST = 14
const DAY = 86_400_000

export interface RequestedInvoice {
  readonly invoice_id: string
  readonly invoice_type: number
  readonly vat_number: number
  readonly customer_vat_number: number
  readonly invoice_date: string
  readonly payment_amount: number
  readonly vat_amount: number
  readonly payment_amount_including_vat: number
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

const refusal = (code: number, message: string) => ({
  status: 200,
  message: { errors: [{ code, message, param: '' }] },
  confirmation_number: '0',
  approved: false,
})

/**
 * The Tax Authority's interface of invoices: `POST /token` exchanges the refresh token of the client `kartis` / `secret`,
 * `POST /Invoices/v2/Approval` replies with status 200 whatever it decides. Refuses sums that do not add up (431), invoices
 * older than two weeks (434) and `REFUSED_RECIPIENT` (460); fails for `UNREACHABLE_RECIPIENT`. The same invoice again has
 * the same number. `refuse` decides the next request by a code.
 */
export const taxAuthoritySimulator = async (now: () => Date) => {
  const invoices: RequestedInvoice[] = []
  const numbers = new Map<string, string>()
  let tokens = 0
  let nextRefusal: number | undefined

  const decide = (invoice: RequestedInvoice) => {
    if (nextRefusal !== undefined) {
      const code = nextRefusal
      nextRefusal = undefined
      return refusal(code, 'הבקשה נדחתה')
    }
    if (
      Math.round((invoice.payment_amount + invoice.vat_amount) * 100) !==
      Math.round(invoice.payment_amount_including_vat * 100)
    )
      return refusal(431, 'סכומי החשבונית אינם תקינים')
    if (now().getTime() - Date.parse(invoice.invoice_date) > (DAYS_TO_REQUEST + 1) * DAY)
      return refusal(434, 'תאריך החשבונית ישן')
    if (String(invoice.customer_vat_number) === REFUSED_RECIPIENT) return refusal(460, 'הבקשה נדחתה')
    const key = `${invoice.vat_number} ${invoice.invoice_id}`
    const number = numbers.get(key) ?? `20260601${String(100_000_000 + numbers.size)}`
    numbers.set(key, number)
    return { status: 200, message: '', confirmation_number: number, approved: true }
  }

  const server = await listen((request: IncomingMessage, response: ServerResponse) => {
    const json = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const answer = async (): Promise<void> => {
      const text = await bodyOf(request)
      if (request.url === '/token') {
        const refreshes = new URLSearchParams(text).get('refresh_token') === 'refresh'
        if (request.headers.authorization !== `Basic ${CLIENT}` || !refreshes)
          return json(401, { error: 'invalid_grant' })
        return json(200, { access_token: `token ${++tokens}`, token_type: 'bearer', expires_in: 600 })
      }
      if (request.url !== '/Invoices/v2/Approval' || tokens === 0) return json(404, {})
      if (request.headers.authorization !== `Bearer token ${tokens}`) return json(401, {})
      const invoice = JSON.parse(text) as RequestedInvoice
      invoices.push(invoice)
      if (String(invoice.customer_vat_number) === UNREACHABLE_RECIPIENT) return json(503, {})
      return json(200, decide(invoice))
    }
    void answer()
  })
  const refuse = (code: number): void => {
    nextRefusal = code
  }
  return { ...server, invoices, refuse }
}
