import {
  REFUSED_RECIPIENT,
  taxAuthoritySimulator,
  UNREACHABLE_RECIPIENT,
} from '@kartis/simulators/tax-authority/simulator.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/db.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { allocatePending } from './allocate.ts'
import { readOpenAllocations } from './allocation-queries.ts'
import type { AllocationAuthority } from './allocation-authority.ts'
import { keepEmergencyNumbers, noteAllocation } from './decide-allocation.ts'
import { issueDocuments } from './issue-documents.ts'
import { taxAuthority } from './tax-authority.ts'

const ISSUER = { number: '515308203', name: 'כרטיס בע״מ', address: 'הרצל 1, תל אביב' }

let world: World
let simulator: Awaited<ReturnType<typeof taxAuthoritySimulator>>

beforeAll(async () => {
  const clock = { now: () => new Date() }
  simulator = await taxAuthoritySimulator(() => clock.now())
  world = await openWorld({
    env: {
      ISSUER_NUMBER: ISSUER.number,
      ISSUER_NAME: ISSUER.name,
      ISSUER_ADDRESS: ISSUER.address,
      DOCUMENTS_FROM: '2020-01-01',
      ALLOCATION_URL: simulator.url,
      ALLOCATION_TOKEN_URL: `${simulator.url}/token`,
      ALLOCATION_CLIENT_ID: 'kartis',
      ALLOCATION_CLIENT_SECRET: 'secret',
      ALLOCATION_REFRESH_TOKEN: 'refresh',
      ALLOCATION_SOFTWARE: '12345678',
    },
  })
  clock.now = world.clock.now
})
afterAll(async () => {
  await world.close()
  await simulator.close()
})

/** An invoice to a recipient, with more VAT than any threshold unless told. */
const invoiceTo = async (recipient: string, net = 10_000_000, vatType = 'hevra') => {
  const line = { eventId: world.platform.newId(), eventName: 'מופע', net, vat: net * 0.18, vatBp: 1800 }
  const [id = ''] = await inTransaction(world.db, (tx) =>
    issueDocuments(world.platform, tx, ISSUER, [
      {
        type: 'tax_invoice',
        cites: null,
        lines: [line],
        paid: null,
        statement: null,
        paymentId: null,
        recipient: { accountId: world.platform.newId(), name: 'לקוח', number: recipient, address: 'הרצל 2', vatType },
      },
    ]),
  )
  return id
}

const allocationOf = (id: string) =>
  world.db.selectFrom('document_allocations').selectAll().where('document_id', '=', id).executeTakeFirst()

const attemptsOf = (id: string) =>
  world.db
    .selectFrom('document_allocation_attempts')
    .select(['attempt', 'outcome', 'code'])
    .where('document_id', '=', id)
    .orderBy('attempt')
    .execute()

const numberOf = async (id: string): Promise<number> =>
  (await world.db.selectFrom('documents').select('number').where('id', '=', id).executeTakeFirstOrThrow()).number

/** An authority that nobody reaches. */
const silent: AllocationAuthority = {
  request: () => Promise.resolve({ kind: 'failed', code: 'unreachable', message: 'no connection' }),
}

describe('the allocation number of an invoice', () => {
  it('is requested by a job after the invoice was issued, with its sums in shekels', async () => {
    const id = await invoiceTo('515676294')
    expect(await allocationOf(id)).toMatchObject({ state: 'pending', number: null })
    await world.platform.jobs.drain()
    const row = await allocationOf(id)
    expect(row).toMatchObject({ state: 'allocated', changed_by: null })
    expect(row?.number).toMatch(/^\d{17}$/)
    expect(simulator.invoices.at(-1)).toMatchObject({
      invoice_id: `305-${await numberOf(id)}`,
      invoice_type: 305,
      vat_number: 515_308_203,
      customer_vat_number: 515_676_294,
      payment_amount: 100_000,
      vat_amount: 18_000,
      payment_amount_including_vat: 118_000,
    })
    expect(await attemptsOf(id)).toEqual([{ attempt: 1, outcome: 'allocated', code: '' }])
  })

  it('is not needed below the threshold, nor by recipients who deduct no VAT', async () => {
    expect(await allocationOf(await invoiceTo('515676294', 100_000))).toBeUndefined()
    expect(await allocationOf(await invoiceTo('580012342', 10_000_000, 'malkar'))).toBeUndefined()
  })

  it('is not requested again once it was refused, and a person enters it or does without', async () => {
    const [first, second] = [await invoiceTo(REFUSED_RECIPIENT), await invoiceTo(REFUSED_RECIPIENT)]
    await world.platform.jobs.drain()
    expect(await allocationOf(first)).toMatchObject({ state: 'refused', code: '460', number: null })
    const before = simulator.invoices.length
    await allocatePending(
      world.platform,
      taxAuthority(world.platform.settings.documents.taxAuthority ?? never(), world.clock.now),
    )
    expect(simulator.invoices).toHaveLength(before)
    const about = async (id: string) => ({
      issuer: ISSUER.number,
      type: 'tax_invoice' as const,
      number: await numberOf(id),
    })
    const given = { act: 'number', number: '123456789' } as const
    expect(await noteAllocation(world.platform, await about(first), given, 'Dana')).toBeUndefined()
    expect(await noteAllocation(world.platform, await about(first), { act: 'waive' }, 'Dana')).toBe('wrong_state')
    expect(await noteAllocation(world.platform, await about(second), { act: 'waive' }, 'Dana')).toBeUndefined()
    expect(await allocationOf(first)).toMatchObject({ state: 'allocated', number: '123456789', changed_by: 'Dana' })
    expect(await allocationOf(second)).toMatchObject({ state: 'waived', number: null })
    expect(await noteAllocation(world.platform, { ...(await about(first)), number: 9999 }, given, 'Dana')).toBe(
      'not_found',
    )
  })

  it.each([431, 432, 434, 437])('is not requested again after error %i: no repetition mends it', async (code) => {
    const id = await invoiceTo('515676294')
    simulator.refuse(code)
    await world.platform.jobs.drain()
    expect(await allocationOf(id)).toMatchObject({ state: 'refused', code: String(code), failures: 0, number: null })
    const before = simulator.invoices.length
    await allocatePending(
      world.platform,
      taxAuthority(world.platform.settings.documents.taxAuthority ?? never(), world.clock.now),
    )
    expect(simulator.invoices).toHaveLength(before)
    expect(await attemptsOf(id)).toEqual([{ attempt: 1, outcome: 'refused', code: String(code) }])
    expect((await readOpenAllocations(world.db)).map((row) => row.document_id)).toContain(id)
    const about = { issuer: ISSUER.number, type: 'tax_invoice' as const, number: await numberOf(id) }
    expect(await noteAllocation(world.platform, about, { act: 'waive' }, 'Dana')).toBeUndefined()
  })

  it('is refused by the Tax Authority for sums that do not add up and for a day of weeks ago', async () => {
    const authority = taxAuthority(world.platform.settings.documents.taxAuthority ?? never(), world.clock.now)
    const invoice = {
      invoiceId: '305-900001',
      code: 305,
      issuer: ISSUER.number,
      recipient: '515676294',
      day: world.clock.now().toISOString().slice(0, 10),
      net: 10_000_000,
      vat: 1_800_000,
      total: 11_800_000,
    }
    expect(await authority.request({ ...invoice, total: 11_800_001 })).toMatchObject({ kind: 'refused', code: '431' })
    const old = new Date(world.clock.now().getTime() - 16 * 86_400_000).toISOString().slice(0, 10)
    expect(await authority.request({ ...invoice, day: old })).toMatchObject({ kind: 'refused', code: '434' })
    expect(await authority.request(invoice)).toMatchObject({ kind: 'allocated' })
  })

  it('is an emergency number after five failures, each used once and then to be reported', async () => {
    const [first, second] = [await invoiceTo(UNREACHABLE_RECIPIENT), await invoiceTo(UNREACHABLE_RECIPIENT)]
    await world.platform.jobs.drain()
    for (let failures = 1; failures < 4; failures++) await allocatePending(world.platform, silent)
    expect(await allocationOf(first)).toMatchObject({ state: 'pending', failures: 4, code: 'unreachable' })
    expect(await keepEmergencyNumbers(world.platform, ISSUER.number, ['900000001'], 'Dana')).toBe(1)
    await Promise.all([1, 2].map(() => allocatePending(world.platform, silent)))
    const rows = [await allocationOf(first), await allocationOf(second)]
    expect(rows.map((row) => row?.state)).toEqual(['emergency', 'pending'])
    expect(rows[0]?.number).toBe('900000001')
    expect((await attemptsOf(first)).map(({ outcome }) => outcome)).toEqual(Array.from({ length: 5 }, () => 'failed'))
    const about = { issuer: ISSUER.number, type: 'tax_invoice' as const, number: await numberOf(first) }
    expect((await readOpenAllocations(world.db)).map((row) => row.document_id)).toContain(first)
    expect(await noteAllocation(world.platform, about, { act: 'reported' }, 'Dana')).toBeUndefined()
    expect(await noteAllocation(world.platform, about, { act: 'reported' }, 'Dana')).toBe('wrong_state')
    expect((await readOpenAllocations(world.db)).map((row) => row.document_id)).not.toContain(first)
  })

  it('has no more than ten unused emergency numbers', async () => {
    const many = Array.from({ length: 11 }, (_, index) => String(910_000_000 + index))
    expect(await keepEmergencyNumbers(world.platform, ISSUER.number, many, 'Dana')).toBeUndefined()
    expect(await keepEmergencyNumbers(world.platform, ISSUER.number, many.slice(0, 10), 'Dana')).toBe(10)
  })
})

const never = (): never => {
  throw new Error('not reached')
}
