import { inTransaction } from '../../../platform/database/db.ts'
import { type DocumentType, canonicalDocument } from '@kartis/domain/tax-document.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import type { Sold } from '../../../testing/past-sales.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { bookedSale, refundOf, statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { setContract } from '../../people/accounts/index.ts'
import { bookAct } from '../ledger/index.ts'
import { type DocumentToIssue, issueDocuments } from './issue-documents.ts'
import { issueAllDue, issueDueOf } from './issue-due.ts'

const ISSUER = { number: '515308203', name: 'כרטיס בע״מ', address: 'הרצל 1, תל אביב' }
const env = {
  ISSUER_NUMBER: ISSUER.number,
  ISSUER_NAME: ISSUER.name,
  ISSUER_ADDRESS: ISSUER.address,
  DOCUMENTS_FROM: '2020-01-01',
}

let world: World

beforeAll(async () => {
  world = await openWorld({ env })
})
afterAll(() => world.close())

const DAY = 86_400_000
const later = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY)

const evening = async (owner: Producer, sales: readonly Sold[], on: World = world) => {
  const { event, type } = await eventOnSale(on, owner)
  for (const sale of sales) await bookedSale(on, owner, { eventId: event.uuid, typeId: type.uuid }, sale)
  return { event, due: new Date(Date.parse(event.ends_at) + 4 * 3_600_000 + 1000) }
}

const handled = async (on: World = world): Promise<void> => {
  await on.handleEvents()
  await on.platform.jobs.drain()
}

interface Shown {
  id: string
  type: DocumentType
  number: number
  net: number
  vat: number
  total: number
  statement_number: number | null
  cites: string | null
  paid_means: string | null
  paid_amount: number | null
}

const documentsOf = async (accountId: string, on: World = world): Promise<Shown[]> => {
  const { rows } = await sql<Shown>`
    select id, type, number, net::float8 as net, vat::float8 as vat, total::float8 as total, statement_number, cites,
      paid_means, paid_amount::float8 as paid_amount
    from documents where account_id = ${accountId} order by issued_at, ctid`.execute(on.db)
  return rows
}

const brief = (rows: readonly Shown[]) => rows.map(({ type, total, statement_number: of }) => [type, total, of])

describe('the documents of an account', () => {
  it('are a tax invoice and receipt for fees that the money of the producer has paid, with what the statement says', async () => {
    const owner = await producer(world)
    const { due } = await evening(owner, [{ total: 1_234_550 }, { total: 250_000, bucket: 'special' }])
    await statementAt(world, owner, due)
    await handled()
    const [document, ...others] = await documentsOf(owner.account.uuid)
    expect(others).toEqual([])
    // 617.28 and 125.00 before VAT of 18%.
    expect(document).toMatchObject({ type: 'tax_invoice_receipt', net: 74_228, vat: 13_361, total: 87_589 })
    expect(document).toMatchObject({ statement_number: 1, paid_means: 'set_off', paid_amount: 87_589 })
    await handled()
    expect((await issueDueOf(world.platform, [owner.account.uuid])).ids).toEqual([])
    expect(await documentsOf(owner.account.uuid)).toHaveLength(1)
  })

  it('are a credit note that cites the document of the fees that are given back', async () => {
    const owner = await producer(world)
    const { event, due } = await evening(owner, [{ total: 100_000 }])
    await statementAt(world, owner, due)
    await refundOf(world, event.uuid, 60_000)
    await statementAt(world, owner, later(due, 1))
    await handled()
    const [charged, given] = await documentsOf(owner.account.uuid)
    expect(charged).toMatchObject({ type: 'tax_invoice_receipt', net: 5000, vat: 900, cites: null })
    expect(given).toMatchObject({ type: 'credit_note', net: 3000, vat: 540, total: 3540, cites: charged?.id })
    const next = await evening(owner, [{ total: 2_000_000 }])
    await statementAt(world, owner, next.due)
    await handled()
    // The credit has paid a part of the new fees, so that the receipt is for the others only.
    expect(brief(await documentsOf(owner.account.uuid)).slice(2)).toEqual([
      ['tax_invoice', 118_000, 3],
      ['receipt', 114_460, 3],
    ])
  })

  it('are a tax invoice on a terminal of the producer, and a receipt once the fees are paid', async () => {
    const owner = await producer(world)
    await setContract(world.platform, owner.account.uuid, { mode: 'direct' })
    const { due } = await evening(owner, [{ total: 100_000 }])
    await statementAt(world, owner, due)
    await bookAct(world.platform, { kind: 'fee_payment', accountId: owner.account.uuid, amount: 5900 }, 'bank 7731')
    await bookAct(world.platform, { kind: 'fee_payment', accountId: owner.account.uuid, amount: 5900 }, 'bank 7731')
    await statementAt(world, owner, later(due, 40))
    await handled()
    expect(brief(await documentsOf(owner.account.uuid))).toEqual([
      ['tax_invoice', 5900, 1],
      ['receipt', 5900, null],
    ])
  })

  it('are not made of statements before the first day of documents, nor where no issuer is named', async () => {
    const silent = await openWorld()
    const owner = await producer(silent)
    const { due } = await evening(owner, [{ total: 100_000 }], silent)
    await statementAt(silent, owner, due)
    await handled(silent)
    expect(await issueAllDue(silent.platform)).toEqual([])
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from documents`.execute(silent.db)
    expect(rows).toEqual([{ n: 0 }])
    await silent.close()
  })

  it('never change, and their hash proves it', async () => {
    const owner = await producer(world)
    const { due } = await evening(owner, [{ total: 100_000 }])
    await statementAt(world, owner, due)
    await handled()
    const row = await world.db
      .selectFrom('documents')
      .selectAll()
      .where('account_id', '=', owner.account.uuid)
      .executeTakeFirstOrThrow()
    const line = await world.db
      .selectFrom('document_lines')
      .selectAll()
      .where('document_id', '=', row.id)
      .executeTakeFirstOrThrow()
    const text = canonicalDocument({
      type: row.type,
      number: row.number,
      issuedAt: row.issued_at,
      day: row.issued_at.toLocaleDateString('sv-SE', { timeZone: 'Asia/Jerusalem' }),
      issuer: ISSUER,
      recipient: { name: row.recipient_name, number: row.recipient_number, address: row.recipient_address },
      statement: row.statement_number,
      cites: null,
      lines: [
        {
          eventId: line.event_id,
          eventName: line.event_name,
          net: Number(line.net),
          vat: Number(line.vat),
          vatBp: line.vat_bp,
        },
      ],
      paid: { means: 'set_off', amount: 5900 },
      net: 5000,
      vat: 900,
      total: 5900,
      previousHash: row.previous_hash,
    })
    expect(createHash('sha256').update(text).digest('hex')).toBe(row.hash)
    for (const write of [
      sql`update documents set total = 1, net = 1, vat = 0 where id = ${row.id}`,
      sql`delete from document_lines where document_id = ${row.id}`,
    ])
      await expect(write.execute(world.db)).rejects.toThrow('never changes')
  })
})

describe('the hourly issue', () => {
  it('goes on with other accounts where the documents of one cannot be issued', async () => {
    const nobody = world.platform.newId()
    await world.db
      .insertInto('statements')
      .values({
        id: world.platform.newId(),
        account_id: nobody,
        number: 1,
        made_at: world.clock.now(),
        made_by: 'Dana',
        opening: 0,
        closing: 0,
        to_seq: 0,
        previous_hash: null,
        hash: 'none',
      })
      .execute()
    const owner = await producer(world)
    const { due } = await evening(owner, [{ total: 100_000 }])
    await statementAt(world, owner, due)
    expect(await issueAllDue(world.platform)).toHaveLength(1)
    expect(await documentsOf(owner.account.uuid)).toHaveLength(1)
  })
})

describe('the numbers of documents', () => {
  const receiptFor = (accountId: string): DocumentToIssue => ({
    type: 'receipt',
    cites: null,
    lines: [],
    paid: { means: 'transfer', amount: 100 },
    statement: null,
    paymentId: null,
    recipient: { accountId, name: 'לקוח', number: '515308203', address: 'הרצל 1', vatType: 'hevra' },
  })

  const numbers = async (issuer: string): Promise<number[]> => {
    const { rows } = await sql<{ number: number }>`
      select number from documents where issuer_number = ${issuer} and type = 'receipt' order by number`.execute(
      world.db,
    )
    return rows.map(({ number }) => number)
  }

  it('have no gaps when a thousand callers race and some roll back', async () => {
    const issuer = { ...ISSUER, number: '510000003' }
    const accountId = world.platform.newId()
    const rolledBack = new Error('rolled back')
    const call = (index: number): Promise<void> =>
      inTransaction(world.db, async (tx) => {
        await issueDocuments(
          world.platform,
          tx,
          issuer,
          Array.from({ length: (index % 3) + 1 }, () => receiptFor(accountId)),
        )
        if (index % 4 === 0) throw rolledBack
      }).catch((error: unknown) => {
        if (error !== rolledBack) throw error
      })
    // A hundred at any time: more would wait for a connection only.
    const callers = Array.from({ length: 100 }, async (_, caller) => {
      for (let turn = 0; turn < 10; turn++) await call(turn * 100 + caller)
    })
    await Promise.all(callers)
    const issued = await numbers(issuer.number)
    expect(issued.length).toBeGreaterThan(1000)
    expect(issued).toEqual(issued.map((_, index) => index + 1))
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from documents d where issuer_number = ${issuer.number} and previous_hash is distinct from (
        select hash from documents p
        where p.issuer_number = d.issuer_number and p.type = d.type and p.number = d.number - 1
      )`.execute(world.db)
    expect(rows).toEqual([{ n: 0 }])
  })

  it('are taken once for an account that several callers document at the same time', async () => {
    const owner = await producer(world)
    const { due } = await evening(owner, [{ total: 100_000 }])
    await statementAt(world, owner, due)
    const issued = await Promise.all([1, 2, 3, 4].map(() => issueDueOf(world.platform, [owner.account.uuid])))
    expect(issued.flatMap(({ ids }) => ids)).toHaveLength(1)
  })

  it('are of each issuer', async () => {
    const accountId = world.platform.newId()
    for (const number of ['580012342', '111111118'])
      await inTransaction(world.db, (tx) =>
        issueDocuments(world.platform, tx, { ...ISSUER, number }, [receiptFor(accountId)]),
      )
    expect(await numbers('580012342')).toEqual([1])
    expect(await numbers('111111118')).toEqual([1])
  })
})
