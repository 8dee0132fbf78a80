import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  documentPdf,
  exportDocuments,
  listDocuments,
  showDocument,
  showDocumentIssuer,
  type TaxDocument,
} from '@kartis/contract/documents.ts'
import { readUniformFile } from '@kartis/testing/read-uniform-file.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { bookedSale, refundOf, statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { sheetOf, unzip } from '../../../testing/xlsx.ts'
import { readDocument } from './documents-queries.ts'
import { printDocument } from './print-document.ts'
import { type Print, printedDocument } from './printed-document.ts'
import { uniformExport } from './uniform-export.ts'
import { documentColumns } from './view.ts'

let world: World
let owner: Producer
let documents: readonly TaxDocument[]
let day: string

const DAY = 86_400_000

/** 20,000.00 by card, of which 6,000.00 are refunded a day after the payout. */
beforeAll(async () => {
  world = await openWorld({
    env: {
      ISSUER_NUMBER: '515308203',
      ISSUER_NAME: 'כרטיס הפקות בע״מ',
      ISSUER_ADDRESS: 'הרצל 1, תל אביב',
      DOCUMENTS_FROM: '2020-01-01',
    },
  })
  owner = await producer(world)
  const { event, type } = await eventOnSale(world, owner)
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 2_000_000 })
  const due = Date.parse(event.ends_at) + 4 * 3_600_000 + 1000
  await statementAt(world, owner, new Date(due))
  await refundOf(world, event.uuid, 600_000)
  await statementAt(world, owner, new Date(due + DAY))
  await world.handleEvents()
  await world.platform.jobs.drain()
  documents = (await world.call(listDocuments, as(owner))).body.data
  day = documents[0]?.day ?? ''
})
afterAll(() => world.close())

const found = async (filter: Record<string, unknown>): Promise<string[]> => {
  const { body } = await world.call(listDocuments, { ...as(owner), query: { filter } })
  return body.data.map(({ type, number }) => `${type} ${number}`).toSorted()
}

const BOTH = ['credit_note 1', 'tax_invoice_receipt 1']

describe('GET /v1/producer/documents/issuer', () => {
  it('names who issues documents and from which day on, and nobody where the operator has not set it up', async () => {
    expect((await world.call(showDocumentIssuer, as(owner))).body.data).toEqual({
      name: 'כרטיס הפקות בע״מ',
      number: '515308203',
      address: 'הרצל 1, תל אביב',
      from: '2020-01-01',
    })
    const bare = await openWorld()
    const producerThere = await producer(bare)
    expect((await bare.call(showDocumentIssuer, as(producerThere))).body.data).toBeNull()
    await bare.close()
  })
})

describe('GET /v1/producer/documents', () => {
  it('shows the documents of the workspace in shekels, with what a credit note cites', async () => {
    const credit = documents.find(({ type }) => type === 'credit_note')
    const invoice = documents.find(({ type }) => type === 'tax_invoice_receipt')
    expect(documents).toHaveLength(2)
    expect(invoice).toMatchObject({
      code: 320,
      number: 1,
      net_amount: 1000,
      vat_amount: 180,
      total_amount: 1180,
      paid: { means: 'set_off', amount: 1180 },
      statement_number: 1,
      issuer: { name: 'כרטיס הפקות בע״מ', number: '515308203' },
    })
    expect(credit).toMatchObject({
      code: 330,
      net_amount: 300,
      vat_amount: 54,
      cites: { uuid: invoice?.uuid, type: 'tax_invoice_receipt', number: 1 },
      paid: null,
      allocation: null,
    })
    const shown = await world.call(showDocument, { ...as(owner), params: { uuid: credit?.uuid ?? '' } })
    expect(shown.body.data.lines).toMatchObject([{ net_amount: 300, vat_amount: 54, vat_rate: 18 }])
  })

  it('is exported with credit notes below 0 and receipts among payments only, so that columns sum to the fees', async () => {
    const sheet = sheetOf((await world.call(exportDocuments, as(owner))).bytes)
    for (const amount of [1000, 180, 1180, -300, -54, -354]) expect(sheet).toContain(`<v>${amount}</v>`)
    for (const amount of [300, 54, 354]) expect(sheet).not.toContain(`<v>${amount}</v>`)
    const [dated] = documents
    // Days are numbers that spreadsheets sort and subtract.
    expect(sheet).toContain(`s="7"><v>${Date.parse(dated?.day ?? '') / 86_400_000 + 25_569}</v>`)
    const [invoice] = documents.filter(({ type }) => type === 'tax_invoice_receipt')
    if (!invoice) throw new Error('an invoice was issued')
    const receipt: TaxDocument = { ...invoice, type: 'receipt', net_amount: 0, vat_amount: 0 }
    const money = documentColumns(translatorFor('he')).filter(({ kind }) => kind === 'money')
    expect(money.map(({ cell }) => cell(receipt))).toEqual([null, null, null, 1180])
  })

  it('is searched by number, statement and event, and filtered by type and day', async () => {
    expect(await found({ type: 'credit_note' })).toEqual(['credit_note 1'])
    expect(await found({ or: { number: '2' } })).toEqual(['credit_note 1'])
    expect(await found({ or: { number: '77', name: '77' } })).toEqual([])
    const shown = await world.call(showDocument, { ...as(owner), params: { uuid: documents[0]?.uuid ?? '' } })
    const name = shown.body.data.lines[0]?.event_name.slice(1, 5) ?? ''
    expect(await found({ or: { name } })).toEqual(BOTH)
    expect(await found({ from: day, to: day })).toEqual(BOTH)
    expect(await found({ to: '2020-01-01' })).toEqual([])
    expect(await found({ from: '2099-01-01' })).toEqual([])
  })

  it('tells a stranger nothing', async () => {
    const stranger = await producer(world)
    const params = { uuid: documents[0]?.uuid ?? '' }
    expect((await world.call(listDocuments, as(stranger))).body.data).toEqual([])
    expect((await world.call(showDocument, { ...as(stranger), params })).status).toBe(404)
    expect((await world.call(documentPdf, { ...as(stranger), params })).status).toBe(404)
  })
})

describe('a document as a PDF', () => {
  const printed = async (type: string, print: Print = 'copy') => {
    const id = documents.find((document) => document.type === type)?.uuid ?? ''
    const document = await readDocument(world.db, id)
    if (!document) throw new Error('no document')
    return printedDocument(document, { print, now: world.clock.now(), isSigned: false, consent: undefined })
  }

  it('has the words that the law wants on it', async () => {
    const invoice = await printed('tax_invoice_receipt', 'original')
    expect(invoice).toMatchObject({
      title: 'חשבונית מס/קבלה מס׳ 1',
      brand: 'מקור',
      account: 'כרטיס הפקות בע״מ · עוסק מורשה 515308203',
    })
    const [parties] = invoice.tables
    expect(parties?.rows.map((row) => row.slice(0, 3))).toEqual([
      ['מנפיק', 'כרטיס הפקות בע״מ', '515308203'],
      ['לכבוד', expect.any(String), expect.stringMatching(/^\d{9}$/)],
    ])
    const credit = await printed('credit_note')
    expect(credit).toMatchObject({ title: 'חשבונית מס זיכוי מס׳ 1', brand: 'העתק' })
    expect(credit.made).toContain('העתק')
    expect(credit.days).toContain('זיכוי בגין חשבונית מס/קבלה מס׳ 1')
  })

  it('has the last nine digits of its allocation number, or that it waits for one', async () => {
    const id = documents.find(({ type }) => type === 'tax_invoice_receipt')?.uuid ?? ''
    const document = await readDocument(world.db, id)
    if (!document) throw new Error('no document')
    const headWith = (row: Partial<typeof document.row>) =>
      printedDocument(
        { ...document, row: { ...document.row, ...row } },
        { print: 'copy', now: world.clock.now(), isSigned: false, consent: undefined },
      ).days
    expect(headWith({ allocation_state: 'allocated', allocation: '20260601987654321' })).toContain('987654321')
    expect(headWith({ allocation_state: 'allocated', allocation: '20260601987654321' })).not.toContain('20260601')
    expect(headWith({ allocation_state: 'pending' })).toContain('ממתין למספר הקצאה')
    expect(headWith({})).not.toContain('הקצאה')
  })

  it('is a copy for the producer, and the original once for the operator', async () => {
    const uuid = documents[0]?.uuid ?? ''
    const file = await world.call(documentPdf, { ...as(owner), params: { uuid } })
    expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const prints = await Promise.all([1, 2].map(() => printDocument(world.platform, uuid, 'Dana')))
    expect(prints.filter((each) => each?.print === 'original')).toHaveLength(1)
    expect(prints.filter((each) => each?.print === 'copy')).toHaveLength(1)
    expect(await printDocument(world.platform, world.platform.newId(), 'Dana')).toBeUndefined()
  })

  it('says whether it is signed, is signed where the issuer has a certificate, and refused where that cannot sign', async () => {
    const id = documents[0]?.uuid ?? ''
    const document = await readDocument(world.db, id)
    if (!document) throw new Error('no document')
    const notesOf = (isSigned: boolean): string =>
      printedDocument(document, { print: 'copy', now: world.clock.now(), isSigned, consent: undefined }).notes.join(' ')
    expect(notesOf(false)).toContain('אינו חתום')
    expect(notesOf(true)).toContain('מסמך ממוחשב')
    const unsigned = await printDocument(world.platform, id, 'Dana')
    expect(unsigned?.isSigned).toBe(false)
    expect(Buffer.from(unsigned?.pdf ?? []).includes('/ByteRange')).toBe(false)
    const path = join(world.dataDir, 'issuer.pem')
    const certificate = { path, password: undefined }
    const platform = {
      ...world.platform,
      settings: { ...world.platform.settings, documents: { ...world.platform.settings.documents, certificate } },
    }
    await expect(printDocument(platform, id, 'Dana')).rejects.toThrow('DOCUMENT_CERTIFICATE')
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-days', '9999', '-noenc', '-subj', '/CN=Kartis']
    execFileSync('openssl', [...args, '-keyout', `${path}.key`, '-out', `${path}.crt`], { stdio: 'pipe' })
    writeFileSync(path, readFileSync(`${path}.key`, 'utf8') + readFileSync(`${path}.crt`, 'utf8'))
    const signed = await printDocument(platform, id, 'Dana')
    expect(signed?.isSigned).toBe(true)
    expect(Buffer.from(signed?.pdf ?? []).includes('/ByteRange')).toBe(true)
  })
})

describe('the uniform file of a period', () => {
  it('has the documents of those days alone, and their sums by type', async () => {
    const made = await uniformExport(world.platform, { from: day, to: day, registration: 0 })
    expect(made?.path.slice(0, 2)).toEqual(['OPENFRMT', `51530820.${day.slice(2, 4)}`])
    expect(made?.summary).toEqual([
      { code: 305, count: 0, total: 0 },
      { code: 320, count: 1, total: 118_000 },
      { code: 330, count: 1, total: 35_400 },
      { code: 400, count: 0, total: 0 },
    ])
    const [ini, archive] = made?.files ?? []
    const text = Buffer.from(ini?.bytes ?? []).toString('latin1')
    // A100, two headers, a line for each, one payment, Z900.
    expect(text.slice(9, 24)).toBe('000000000000007')
    expect(text.split('\r\n').slice(1, 4)).toEqual([
      'C100000000000000002',
      'D110000000000000002',
      'D120000000000000001',
    ])
    expect(
      Buffer.from(archive?.bytes ?? [])
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
    const data = unzip(Buffer.from(archive?.bytes ?? [])).get('BKMVDATA.TXT') ?? Buffer.from('')
    const read = readUniformFile(ini?.bytes ?? new Uint8Array(), data)
    expect(read.documents.map(({ type, number, total }) => [type, number, total])).toEqual([
      [320, '1', 118_000],
      [330, '1', 35_400],
    ])
    expect(read.documents[1]?.lines.map(({ cites }) => cites)).toEqual(['320 1'])
    const none = await uniformExport(world.platform, { from: '2019-01-01', to: '2019-12-31', registration: 0 })
    expect(none?.summary.every(({ count }) => count === 0)).toBe(true)
  })

  it('has an invoice before the receipt that pays it, where one statement issues both', async () => {
    const next = await eventOnSale(world, owner)
    await bookedSale(world, owner, { eventId: next.event.uuid, typeId: next.type.uuid }, { total: 4_000_000 })
    await statementAt(world, owner, new Date(Date.parse(next.event.ends_at) + 40 * DAY))
    await world.handleEvents()
    await world.platform.jobs.drain()
    const made = await uniformExport(world.platform, { from: day, to: day, registration: 0 })
    const [ini, archive] = made?.files ?? []
    const data = unzip(Buffer.from(archive?.bytes ?? [])).get('BKMVDATA.TXT') ?? Buffer.from('')
    const read = readUniformFile(ini?.bytes ?? new Uint8Array(), data)
    // The credit note has paid a part of the new fees, so that they are an invoice and a receipt.
    expect(read.documents.map(({ type }) => type)).toEqual([320, 330, 305, 400])
  })
})
