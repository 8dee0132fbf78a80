import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cardcomGateway } from './cardcom.ts'
import { adapterConfig, type CardcomConfig, storedTerminal } from './config.ts'
import { cardcom } from './descriptor.ts'

// What every gateway does is in ../conformance.test.ts; here is what only CardCom does.

const NOW = new Date('2026-11-21T10:00:00Z')
const ID = '0193b1c2-0000-7000-8000-000000000001'
const PAGE = '5456ccc9-2862-4862-84ae-947163778d40'
const config: CardcomConfig = { terminal: 1000, apiName: 'name', apiPassword: 'pw', base: 'https://card.test' }

interface Sent {
  readonly path: string
  readonly body: Record<string, unknown>
}

/** The adapter in front of a gateway that gives these answers one after the other. */
const facing = (...answers: unknown[]) => facingWith(config, ...answers)

const facingWith = (terminal: CardcomConfig, ...answers: unknown[]) => {
  const sent: Sent[] = []
  const gateway = cardcomGateway(terminal, {
    now: () => NOW,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      sent.push({ path: new URL(request.url).pathname, body: (await request.json()) as Sent['body'] })
      const answer = answers.shift()
      return answer instanceof Response ? answer : Response.json(answer)
    },
  })
  return { gateway, sent }
}

const transaction = (other: Record<string, unknown> = {}) => ({
  ResponseCode: 0,
  TranzactionId: 219_900_001,
  TerminalNumber: 1000,
  Amount: 79,
  CoinId: 1,
  CreateDate: '2026-11-21T11:59:00',
  Last4CardDigits: 8,
  Last4CardDigitsString: '0008',
  JParameter: '0',
  ApprovalNumber: '0587923',
  NumberOfPayments: 1,
  Uid: 'U1',
  Brand: 'Visa',
  Acquire: 'CAL',
  Issuer: 'CAL',
  DealType: 'Debit',
  IsRefund: false,
  CardOwnerIdentityNumber: '000000018',
  CardOwnerName: 'תמר בן-דוד',
  Token: 'be48394c-0000-0000-0000-000000000000',
  CustomFields: [],
  ...other,
})
const result = (info: unknown, other: Record<string, unknown> = {}) => ({
  ResponseCode: 0,
  TerminalNumber: 1000,
  LowProfileId: PAGE,
  ReturnValue: ID,
  Operation: 'ChargeOnly',
  TranzactionInfo: info,
  ExternalPaymentVector: 'NoneOrUnknown',
  ...other,
})
const verifying = (reply: unknown) =>
  facing(reply).gateway.verify({ paymentId: ID, pageRef: PAGE, startedAt: new Date('2026-11-21T09:50:00Z') })

describe('the result of a page', () => {
  it('makes a payment paid, with the digits of the card whole, and nothing about its holder is stored', async () => {
    const fact = await verifying(result(transaction()))
    expect(fact).toMatchObject({ state: 'paid', providerRef: '219900001', amount: 7900, last4: '0008', extra: [] })
    expect(JSON.stringify(fact)).not.toMatch(/000000018|תמר|be48394c/)
  })

  it.each([
    ['of another payment', result(transaction(), { ReturnValue: '0193b1c2-0000-7000-8000-000000000002' })],
    ['of another terminal', result(transaction({ TerminalNumber: 1001 }))],
    ['that only checked the card', result(transaction({ JParameter: '5' }))],
    ['that is a refund', result(transaction({ IsRefund: true, DealType: 'Refund' }))],
    ['in dollars', result(transaction({ CoinId: 2 }))],
    ['with an id beyond the exact range of numbers', result(transaction({ TranzactionId: 2 ** 60 }))],
    ['without a transaction', result(null, { ResponseCode: 5119 })],
  ])('%s does not', async (_what, reply) => {
    expect(await verifying(reply)).toEqual({ state: 'unknown' })
  })

  it('that cannot be read is an error, never an unpaid order', async () => {
    for (const reply of [
      new Response('<html>'),
      new Response('{}', { status: 502 }),
      { ResponseCode: 5120, Description: 'not found' },
      result(transaction(), { LowProfileId: ID }),
    ])
      await expect(verifying(reply)).rejects.toMatchObject({ name: 'GatewayError' })
  })

  it('names Bit by each of its vectors', async () => {
    for (const vector of ['uPayBit', 'PayMeBit', 'CardComBit', 104])
      expect(await verifying(result(transaction(), { ExternalPaymentVector: vector }))).toMatchObject({
        wallet: 'bit',
        last4: '',
      })
  })
})

describe('a refund', () => {
  const refund = {
    paymentId: ID,
    refundId: 'r-1',
    providerRef: '219900001',
    approvalCode: '0587923',
    chargeAmount: 7900,
    chargedAt: NOW,
    wallet: null,
    amount: 2000,
    firstSentAt: NOW,
    otherRefs: ['300'],
  }
  const credit = (id: number, other: Record<string, unknown> = {}) =>
    transaction({ TranzactionId: id, Amount: 20, IsRefund: true, DealType: 'Refund', ...other })
  const list = (...rows: unknown[]) => ({ ResponseCode: 0, Tranzactions: rows })
  const charge = [{ Uid: 'U1' }]

  it('that was sent before is found by charge and sum where the terminal keeps no custom field', async () => {
    const rows = [credit(300), credit(301, { Uid: 'U2' }), credit(302, { Amount: 21 }), credit(303)]
    const { gateway, sent } = facing(charge, list(...rows))
    expect(await gateway.refund(refund)).toEqual({ ok: true, ref: '303', way: 'credit' })
    expect(sent.map(({ path }) => path.split('/').at(-1))).toEqual(['GetTransactionInfoById', 'ListTransactions'])
    expect(sent[1]?.body).toMatchObject({ FromDate: '21112026', ToDate: '21112026', Page: 1, Page_size: 2000 })
  })

  it('of the same charge and sum that carries another id is another one, so it is sent', async () => {
    const other = credit(303, { CustomFields: [{ Id: 1, Value: 'r-2' }] })
    const { gateway, sent } = facing(charge, list(other), { ResponseCode: 0, NewTranzactionId: 304 })
    expect(await gateway.refund(refund)).toEqual({ ok: true, ref: '304', way: 'credit' })
    expect(sent[2]?.body).toMatchObject({
      TransactionId: 219_900_001,
      PartialSum: 20,
      AllowMultipleRefunds: true,
      CustomFields: [{ Id: 1, Value: 'r-1' }],
    })
  })

  it('is not sent while the list of transactions cannot be read', async () => {
    const { gateway, sent } = facing(charge, { ResponseCode: 5300 })
    expect(await gateway.refund(refund)).toEqual({ ok: false, code: 'list_5300', retry: true })
    expect(sent).toHaveLength(2)
  })
})

describe('a page', () => {
  it('has our payment id, the webhook and the instalments', async () => {
    const { gateway, sent } = facing({ ResponseCode: 0, LowProfileId: PAGE, Url: 'https://card.test/page' })
    const started = await gateway.start({
      paymentId: ID,
      eventId: ID,
      amount: 10_001,
      description: 'הופעה',
      buyer: { name: 'נועה' },
      lang: 'ar',
      successUrl: 'https://shop.test/ok',
      failUrl: 'https://shop.test/no',
      notifyUrl: 'https://shop.test/notify',
      maxInstallments: 4,
    })
    expect(started).toMatchObject({ url: 'https://card.test/page', pageRef: PAGE })
    expect(sent[0]?.body).toMatchObject({
      TerminalNumber: 1000,
      ReturnValue: ID,
      Amount: 100.01,
      ISOCoinId: 1,
      WebHookUrl: 'https://shop.test/notify',
      AdvancedDefinition: { MaxNumOfPayments: 4 },
    })
  })

  it('names the business behind a terminal of several (SapakMutav), where the settings name one, and none elsewhere', async () => {
    const page = { ResponseCode: 0, LowProfileId: PAGE, Url: 'https://card.test/page' }
    const payment = {
      paymentId: ID,
      eventId: ID,
      amount: 7900,
      description: 'הופעה',
      buyer: { name: 'נועה' },
      lang: 'he' as const,
      successUrl: 'https://shop.test/ok',
      failUrl: 'https://shop.test/no',
      notifyUrl: 'https://shop.test/notify',
    }
    const configOf = (env: Record<string, string>) => {
      const values = z.object(cardcom.variables).parse({ CARDCOM_TERMINAL: '1000', ...env })
      return adapterConfig(storedTerminal.parse(cardcom.terminalOf(values, false).config), 'https://shop.test')
    }
    const beneficiaryOf = async (env: Record<string, string>): Promise<unknown> => {
      const { gateway, sent } = facingWith(configOf(env), page)
      await gateway.start(payment)
      const { SapakMutav } = (sent[0]?.body['AdvancedDefinition'] ?? {}) as { SapakMutav?: unknown }
      return SapakMutav
    }
    expect(await beneficiaryOf({ CARDCOM_BENEFICIARY: '1234567' })).toBe('1234567')
    expect(await beneficiaryOf({})).toBeUndefined()
    expect(() => configOf({ CARDCOM_BENEFICIARY: 'our shop' })).toThrow('the number of a business')
  })

  it('that the gateway does not open is an error', async () => {
    const { gateway } = facing({ ResponseCode: 5001, Description: 'no' })
    await expect(
      gateway.start({
        paymentId: ID,
        eventId: ID,
        amount: 100,
        description: '',
        buyer: { name: 'x' },
        lang: 'he',
        successUrl: 'https://shop.test/ok',
        failUrl: 'https://shop.test/no',
        notifyUrl: 'https://shop.test/notify',
      }),
    ).rejects.toMatchObject({ name: 'GatewayError', code: 'page_5001' })
  })
})
