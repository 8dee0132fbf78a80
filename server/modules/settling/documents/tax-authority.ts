import { toShekels } from '@kartis/domain/money.ts'
import { z } from 'zod'
import type { AllocationAuthority, AllocationReply, AllocationRequest } from './allocation-authority.ts'

/** Access to the Tax Authority's interface of invoices. */
export interface TaxAuthoritySettings {
  /** Up to and without `/Invoices/v2/Approval`. */
  readonly url: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly refreshToken: string
  /** Registration number of the accounting software. */
  readonly softwareNumber: number
}

const TIMEOUT_MS = 20_000
const MAX_MESSAGE = 300
/** Seconds before its end at which a token is fetched anew. */
const EARLY = 60

const failed = (code: string, message: string): AllocationReply => ({
  kind: 'failed',
  code,
  message: message.slice(0, MAX_MESSAGE),
})

class Unreachable extends Error {
  override name = 'Unreachable'
}

const post = async (url: string, body: string, headers: Readonly<Record<string, string>>): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new Unreachable('no connection', { cause })
  })
  if (!response.ok) throw new Unreachable(`status ${response.status}`)
  try {
    return await response.json()
  } catch (cause) {
    throw new Unreachable('the reply is not JSON', { cause })
  }
}

const tokenReply = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().default(600) })

const approvalReply = z.object({
  approved: z.boolean().optional(),
  /** "0" for none. */
  confirmation_number: z.union([z.string(), z.number()]).transform(String).optional(),
  message: z
    .union([
      z.string(),
      z.object({
        errors: z.array(z.object({ code: z.union([z.string(), z.number()]).transform(String), message: z.string() })),
      }),
    ])
    .optional(),
})

const bodyOf = (invoice: AllocationRequest, softwareNumber: number) => ({
  invoice_id: invoice.invoiceId,
  invoice_type: invoice.code,
  vat_number: Number(invoice.issuer),
  customer_vat_number: Number(invoice.recipient),
  invoice_date: invoice.day,
  invoice_issuance_date: invoice.day,
  accounting_software_number: softwareNumber,
  amount_before_discount: toShekels(invoice.net),
  discount: 0,
  payment_amount: toShekels(invoice.net),
  vat_amount: toShekels(invoice.vat),
  payment_amount_including_vat: toShekels(invoice.total),
})

/** Status 200 says nothing: a reply is a number only where it is approved and the number is not "0". */
const replyOf = (body: unknown): AllocationReply => {
  const parsed = approvalReply.safeParse(body)
  if (!parsed.success) return failed('bad_reply', 'the reply is not in the protocol')
  const { approved, confirmation_number: number = '0', message } = parsed.data
  if (approved && /^\d{9,}$/.test(number)) return { kind: 'allocated', number }
  const [error] = typeof message === 'object' ? message.errors : []
  const code = error?.code ?? (approved === false ? 'refused' : 'bad_reply')
  const text = error?.message ?? (typeof message === 'string' ? message : '')
  if (approved === undefined && !error) return failed(code, text)
  return { kind: 'refused', code, message: text.slice(0, MAX_MESSAGE) }
}

/** The Tax Authority's interface, with a token that is fetched when the one before it is about to end. */
export const taxAuthority = (settings: TaxAuthoritySettings, now: () => Date): AllocationAuthority => {
  let token: { readonly text: string; readonly until: number } | undefined
  const accessToken = async (): Promise<string> => {
    if (token && now().getTime() < token.until) return token.text
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: settings.refreshToken })
    const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
    const reply = tokenReply.safeParse(
      await post(settings.tokenUrl, form.toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${basic}`,
      }),
    )
    if (!reply.success) throw new Unreachable('no access token')
    const { access_token: text, expires_in: seconds } = reply.data
    token = { text, until: now().getTime() + (seconds - EARLY) * 1000 }
    return text
  }
  return {
    request: async (invoice) => {
      try {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${await accessToken()}` }
        const body = JSON.stringify(bodyOf(invoice, settings.softwareNumber))
        return replyOf(await post(`${settings.url}/Invoices/v2/Approval`, body, headers))
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        // A token that was revoked is not used again.
        token = undefined
        return failed('unreachable', error.message)
      }
    },
  }
}
