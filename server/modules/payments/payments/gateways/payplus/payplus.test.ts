import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { PayplusConfig } from './config.ts'
import { payplusGateway } from './payplus.ts'

// What every gateway does is in ../conformance.test.ts; here is what only PayPlus does.

const NOW = new Date('2026-11-21T10:00:00Z')
const ID = '0193b1c2-0000-7000-8000-000000000001'
const PAGE = '5456ccc9-2862-4862-84ae-947163778d40'
const config: PayplusConfig = {
  apiKey: 'key',
  secretKey: 'secret',
  pageUid: 'page',
  terminalUid: 'terminal',
  base: 'https://pay.test',
}

interface Sent {
  readonly path: string
  readonly authorization: string | null
  readonly body: Record<string, unknown>
}

/** The adapter in front of a gateway that gives these answers one after the other. */
const facing = (...answers: unknown[]) => {
  const sent: Sent[] = []
  const gateway = payplusGateway(config, {
    now: () => NOW,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const { headers, url } = request
      const body = (await request.json()) as Sent['body']
      sent.push({ path: new URL(url).pathname, authorization: headers.get('authorization'), body })
      const answer = answers.shift()
      return answer instanceof Response ? answer : Response.json(answer)
    },
  })
  return { gateway, sent }
}

const success = (data: unknown) => ({ results: { status: 'success', code: 0, description: 'ok' }, data })
const refused = (description: string) => ({ results: { status: 'error', code: 1, description }, data: {} })
const transaction = (other: Record<string, unknown> = {}) => ({
  transaction_uid: 'tx-1',
  page_request_uid: PAGE,
  is_multiple_transaction: false,
  type: 'Charge',
  method: 'credit-card',
  date: '2026-11-21 11:59:00',
  status_code: '000',
  amount: 79,
  currency: 'ILS',
  number_of_payments: 1,
  approval_num: '0587923',
  more_info: ID,
  four_digits: '0008',
  brand_name: 'visa',
  identification_number: '000000018',
  card_holder_name: 'תמר בן-דוד',
  token_uid: 'be48394c',
  ...other,
})
const verifying = (reply: unknown) =>
  facing(reply).gateway.verify({ paymentId: ID, pageRef: PAGE, startedAt: new Date('2026-11-21T09:50:00Z') })

describe('the result of a page', () => {
  it('makes a payment paid, and nothing about the holder of its card is stored', async () => {
    const fact = await verifying(success(transaction()))
    expect(fact).toMatchObject({ state: 'paid', providerRef: 'tx-1', amount: 7900, last4: '0008', brand: 'visa' })
    expect(JSON.stringify(fact)).not.toMatch(/000000018|תמר|be48394c/)
  })

  it.each([
    ['of another payment', success(transaction({ more_info: '0193b1c2-0000-7000-8000-000000000002' }))],
    ['of another page', success(transaction({ page_request_uid: ID }))],
    ['that is captured later', success(transaction({ type: 'Approval' }))],
    ['that is a refund', success(transaction({ type: 'Refund' }))],
    ['in dollars', success(transaction({ currency: 'USD' }))],
    ['that does not exist yet', refused('transaction-not-found')],
  ])('%s does not', async (_what, reply) => {
    expect(await verifying(reply)).toEqual({ state: 'unknown' })
  })

  it('that cannot be read, or that several methods paid, is an error, never an unpaid order', async () => {
    for (const reply of [
      new Response('<html>'),
      new Response('{}', { status: 502 }),
      {},
      refused('not-authorized'),
      success(transaction({ is_multiple_transaction: true })),
    ])
      await expect(verifying(reply)).rejects.toMatchObject({ name: 'GatewayError' })
  })
})

describe('a webhook', () => {
  const raw = JSON.stringify({ transaction: { uid: 'tx-1', status_code: '000', amount: 79, more_info: ID } })
  const hashOf = (text: string, secret = 'secret') => createHmac('sha256', secret).update(text).digest('base64')
  const parse = (text: string, hash: string | undefined) =>
    facing().gateway.parseWebhook(JSON.parse(text), { headers: { hash }, raw: text })

  it('with the signature of its body names its payment', () => {
    expect(parse(raw, hashOf(raw))).toMatchObject({ paymentId: ID, providerRef: 'tx-1', code: '000', amount: 7900 })
  })

  it('without a signature, with that of another secret or of another body names none', () => {
    for (const hash of [undefined, '', 'x', hashOf(raw, 'other'), hashOf(`${raw} `)])
      expect(parse(raw, hash)).not.toHaveProperty('paymentId')
    expect(facing().gateway.parseWebhook(JSON.parse(raw))).not.toHaveProperty('paymentId')
  })
})

describe('a refund', () => {
  const refund = {
    paymentId: ID,
    refundId: 'r-1',
    providerRef: 'tx-1',
    approvalCode: '0587923',
    chargeAmount: 7900,
    chargedAt: NOW,
    wallet: null,
    amount: 2000,
    firstSentAt: NOW,
    otherRefs: ['tx-2'],
  }
  const credit = (uid: string, other: Record<string, unknown> = {}) =>
    transaction({
      transaction_uid: uid,
      type: 'Refund',
      amount: 20,
      more_info: '',
      related_transaction_uid: 'tx-1',
      ...other,
    })

  it('that was sent before is found by our id, else by charge and sum', async () => {
    const rows = [credit('tx-2'), credit('tx-3', { more_info: 'r-9' }), credit('tx-4', { amount: 21 }), credit('tx-5')]
    expect(await facing(success({ transactions: rows })).gateway.refund(refund)).toMatchObject({
      ok: true,
      ref: 'tx-5',
    })
    const own = [credit('tx-6', { more_info: 'r-1', related_transaction_uid: '' })]
    expect(await facing(success({ transactions: own })).gateway.refund(refund)).toMatchObject({ ok: true, ref: 'tx-6' })
  })

  it('that is nowhere in the history is sent with our id', async () => {
    const made = success({ transaction: { uid: 'tx-7', status_code: '000', type: 'Refund' } })
    const { gateway, sent } = facing(success({ transactions: [] }), made)
    expect(await gateway.refund(refund)).toEqual({ ok: true, ref: 'tx-7', way: 'credit' })
    expect(sent[1]).toMatchObject({
      path: '/api/v1.0/Transactions/RefundByTransactionUID',
      authorization: '{"api_key":"key","secret_key":"secret"}',
      body: { transaction_uid: 'tx-1', amount: 20, more_info: 'r-1' },
    })
  })

  it('is not sent while the history cannot be read, and stays open when its reply has no id', async () => {
    expect(await facing(refused('x')).gateway.refund(refund)).toMatchObject({ ok: false, retry: true })
    const { gateway } = facing(success({ transactions: [] }), success({}))
    expect(await gateway.refund(refund)).toEqual({ ok: false, code: 'bad_reply', retry: true })
  })
})
