import { createHmac } from 'node:crypto'
import { assert, integer, property } from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readShekels, writeShekels } from '@kartis/simulators/gateway/wire.ts'
import { DECLINE_REASONS } from '../../gateway.ts'
import type { TranzilaConfig } from './config.ts'
import { declineReason } from '../reasons.ts'
import { newNonce, signedHeaders } from './sign.ts'
import { readSum, wireSum } from '../sum.ts'
import { tranzilaGateway } from './tranzila.ts'

const NOW = new Date('2026-11-21T10:00:00.900Z')
const config: TranzilaConfig = {
  terminal: 'shop1',
  appKey: 'app-key',
  secret: 'top-secret',
  password: 'pw',
  apiBase: 'https://api.test',
  reportBase: 'https://report.test',
  pageBase: 'https://pay.test',
  referenceField: 'kartis_payment',
  handshakeVersion: 'v2',
  voids: false,
}

interface Sent {
  readonly url: string
  readonly headers: Headers
  readonly body: unknown
}

/** The adapter in front of a gateway that gives these answers one after the other. */
const facing = (...answers: (Response | Error)[]) => {
  const sent: Sent[] = []
  const gateway = tranzilaGateway(config, {
    now: () => NOW,
    nonce: () => 'ab'.repeat(40),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const text = await request.text()
      sent.push({ url: request.url, headers: request.headers, body: text ? JSON.parse(text) : undefined })
      const answer = answers.shift() ?? new Error('no answer left')
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return { gateway, sent }
}

const ID = '0193b1c2-0000-7000-8000-000000000001'
const CHARGE = { chargeAmount: 7900, chargedAt: NOW, wallet: null, firstSentAt: null, otherRefs: [] }
const row = (other: Record<string, unknown> = {}) => ({
  index: 1696,
  amount: '7900',
  currency: '1',
  processor_response_code: '000',
  txn_type: 'DEBIT',
  tranmode: 'A',
  authorization_number: '0587923',
  card_type: '2',
  card_brand: '2',
  clearing_processor: '6',
  is_foreign: '0',
  number_of_payments: '0',
  credit_card_token: 'be48394c7e631210828',
  credit_card_owner_id: '000000018',
  expiration_month: '08',
  user_defined_7: ID,
  ...other,
})
const rows = (...list: unknown[]) => Response.json({ transactions: list, rows: list.length })
const verifying = (...list: unknown[]) =>
  facing(rows(...list)).gateway.verify({ paymentId: ID, startedAt: new Date('2026-11-20T22:30:00Z') })

describe('amounts in requests and replies', () => {
  it('amounts survive a round trip to the agora, in the adapter and in the simulator', () => {
    assert(
      property(integer({ min: 0, max: 999_999_999 }), (agorot) => {
        expect(readSum(wireSum(agorot))).toBe(agorot)
        expect(readSum(Number(wireSum(agorot)))).toBe(agorot)
        expect(readShekels(writeShekels(agorot))).toBe(agorot)
        expect(JSON.parse(JSON.stringify(Number(wireSum(agorot))))).toBe(agorot / 100)
      }),
    )
  })

  it('amounts have exactly two decimal places, and anything else is not parsed', () => {
    expect([wireSum(0), wireSum(5), wireSum(29), wireSum(10_000)]).toEqual(['0.00', '0.05', '0.29', '100.00'])
    expect(['1.234', '-1', '1e3', '1,5', '', ' ', null, '0x10', Number.NaN].map(readSum)).toEqual(
      Array(9).fill(undefined),
    )
    expect(() => wireSum(1.5)).toThrow(RangeError)
  })
})

describe('a signed call', () => {
  it('a signed call carries the app key keyed by secret, second and nonce', () => {
    const headers = signedHeaders(config, NOW, 'ff'.repeat(40))
    const time = String(Math.floor(NOW.getTime() / 1000))
    expect(headers).toEqual({
      'x-tranzila-api-app-key': 'app-key',
      'x-tranzila-api-request-time': time,
      'x-tranzila-api-nonce': 'ff'.repeat(40),
      'x-tranzila-api-access-token': createHmac('sha256', `top-secret${time}${'ff'.repeat(40)}`)
        .update('app-key')
        .digest('hex'),
    })
    expect(newNonce()).toMatch(/^[0-9a-f]{80}$/)
    expect(newNonce()).not.toBe(newNonce())
  })

  it('a lookup filters the report by Israeli days and by our own field', async () => {
    const { gateway, sent } = facing(rows())
    await gateway.verify({ paymentId: ID, startedAt: new Date('2026-11-20T22:30:00Z') })
    expect(sent[0]?.url).toBe('https://report.test/v1/transaction')
    expect(sent[0]?.headers.get('x-tranzila-api-access-token')).toMatch(/^[0-9a-f]{64}$/)
    expect(sent[0]?.body).toEqual({
      terminal_name: 'shop1',
      transaction_start_date: '2026-11-20',
      transaction_end_date: '2026-11-22',
      ufields: [{ name: 'kartis_payment', operator: 'equals', value: ID }],
      page: 1,
      page_results: 100,
    })
  })

  it('a refund searches the report first, then credits the charge with the refund id', async () => {
    const { gateway, sent } = facing(
      rows(),
      Response.json({ error_code: 0, transaction_result: { processor_response_code: '000', transaction_id: 7 } }),
    )
    const fact = await gateway.refund({
      paymentId: ID,
      refundId: 'r-1',
      providerRef: '1696',
      approvalCode: '0587923',
      ...CHARGE,
      amount: 29,
    })
    expect(fact).toEqual({ ok: true, ref: '7', way: 'credit' })
    expect(sent[1]).toMatchObject({
      url: 'https://api.test/v1/transaction/credit_card/create',
      body: {
        terminal_name: 'shop1',
        txn_type: 'credit',
        reference_txn_id: 1696,
        authorization_number: '0587923',
        items: [{ unit_price: 0.29, units_number: 1, currency_code: 'ILS' }],
        user_defined_fields: [
          { name: 'kartis_payment', value: 'r-1' },
          { name: 'DCdisable', value: 'r-1' },
        ],
      },
    })
  })

  it('a refund whose earlier reply was lost is found instead of repeated', async () => {
    const { gateway, sent } = facing(rows(row({ index: 99, txn_type: 'CREDIT', user_defined_7: 'r-1' })))
    expect(
      await gateway.refund({
        ...CHARGE,
        paymentId: ID,
        refundId: 'r-1',
        providerRef: '1696',
        approvalCode: '1',
        amount: 29,
      }),
    ).toEqual({ ok: true, ref: '99', way: 'credit' })
    expect(sent).toHaveLength(1)
  })

  it('a refund is retried after a cut connection, a busy line or a reply without a result, but not after a refusal', async () => {
    const refund = { ...CHARGE, paymentId: ID, refundId: 'r', providerRef: '1', approvalCode: '1', amount: 29 }
    const answer = (code: string) =>
      Response.json({ error_code: 0, transaction_result: { processor_response_code: code, transaction_id: 1 } })
    expect(await facing(rows(), new Error('reset')).gateway.refund(refund)).toEqual({
      ok: false,
      code: 'unreachable',
      retry: true,
    })
    expect(await facing(rows(), answer('009')).gateway.refund(refund)).toEqual({ ok: false, code: '009', retry: true })
    expect(await facing(rows(), answer('004')).gateway.refund(refund)).toEqual({ ok: false, code: '004', retry: false })
    expect(await facing(rows(), Response.json({ error_code: 0 })).gateway.refund(refund)).toMatchObject({
      ok: false,
      retry: true,
    })
  })
})

describe('the records of the gateway', () => {
  it('a recorded charge makes a payment paid, and nothing about the card holder is stored', async () => {
    const fact = await verifying(row())
    expect(fact).toMatchObject({
      state: 'paid',
      providerRef: '1696',
      amount: 7900,
      approvalCode: '0587923',
      last4: '0828',
      acquirerCode: '6',
    })
    expect(JSON.stringify(fact)).not.toMatch(/000000018|be48394c|expiration/)
  })

  it.each([
    ['a hold', { tranmode: 'V' }],
    ['a card check', { tranmode: 'N' }],
    ['a credit', { txn_type: 'CREDIT' }],
    ['no type at all', { txn_type: '' }],
    ['dollars', { currency: '2' }],
    ['an amount that is no whole number', { amount: '79.00' }],
    ["another's payment", { user_defined_7: '0193b1c2-0000-7000-8000-000000000002' }],
  ])('do not with %s', async (_what, other) => {
    expect(await verifying(row(other))).toEqual({ state: 'unknown' })
  })

  it('a recorded decline has its reason, but an approval outweighs it', async () => {
    const refused = row({ index: 1700, processor_response_code: '015' })
    expect(await verifying(refused)).toEqual({ state: 'declined', providerRef: '1700', code: '015', reason: 'expired' })
    expect(await verifying(refused, row())).toMatchObject({ state: 'paid', providerRef: '1696' })
  })

  it('records that cannot be read are an error, never an unpaid order', async () => {
    const refund = { paymentId: ID, startedAt: NOW }
    for (const answer of [
      new Error('down'),
      new Response('<html>', { status: 200 }),
      new Response('{}', { status: 502 }),
      Response.json({ error_code: 20003 }),
    ])
      await expect(facing(answer).gateway.verify(refund)).rejects.toMatchObject({ name: 'GatewayError' })
  })

  it('a named charge is verified even when the search by field fails', async () => {
    const { gateway } = facing(rows(row()), Response.json({ error_code: 20003 }))
    expect(await gateway.verify({ paymentId: ID, providerRef: '1696', startedAt: NOW })).toMatchObject({
      state: 'paid',
    })
  })
})

describe('declines', () => {
  it('every code has a reason, and every reason has a text in three languages', () => {
    expect(
      [
        '001',
        '003',
        '004',
        '006',
        '026',
        '015',
        '036',
        '033',
        '447',
        '141',
        '440',
        '308',
        '406',
        '425',
        '900',
        '903',
        '009',
        '777',
        '4',
      ].map(declineReason),
    ).toEqual([
      'blocked',
      'call_issuer',
      'refused',
      'id_or_cvv',
      'id_or_cvv',
      'expired',
      'expired',
      'bad_number',
      'bad_number',
      'not_supported',
      'not_supported',
      'installments',
      'installments',
      'duplicate',
      'three_ds',
      'fraud',
      'busy',
      'other',
      'refused',
    ])
    for (const lang of ['he', 'en', 'ar']) {
      const file = new URL(`../../../../../../i18n/messages/${lang}/gateway.json`, import.meta.url)
      const messages = JSON.parse(readFileSync(file, 'utf8')) as { reasons: Record<string, string> }
      expect(Object.keys(messages.reasons).toSorted((left, right) => left.localeCompare(right))).toEqual(
        DECLINE_REASONS.toSorted((left, right) => left.localeCompare(right)),
      )
    }
  })
})
