import { createHash } from 'node:crypto'
import { setDocumentConsent, showDocumentConsent } from '@kartis/contract/documents.ts'
import { DOCUMENT_CONSENT_TEXT } from '@kartis/domain/document-consent.ts'
import { LANGS } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { joinAs, type Producer, producer } from '../../../testing/people.ts'
import { bookedSale, statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { agreedConsent } from './document-consent.ts'
import { listDocuments, readDocument } from './documents-queries.ts'
import { printDocument } from './print-document.ts'
import { printedDocument } from './printed-document.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld({
    env: { ISSUER_NUMBER: '515308203', ISSUER_NAME: 'כרטיס', ISSUER_ADDRESS: 'הרצל 1', DOCUMENTS_FROM: '2020-01-01' },
  })
  owner = await producer(world)
})
afterAll(() => world.close())

const text = DOCUMENT_CONSENT_TEXT

const consentOf = (by: Producer = owner, lang = 'he') => ({
  set: async (agreed: boolean) => {
    world.clock.advance(1)
    return world.call(setDocumentConsent, { ...as(by), lang, body: { agreed, text } })
  },
  read: async () => (await world.call(showDocumentConsent, as(by))).body.data,
})

const rowsOf = ({ account }: Producer) =>
  world.db
    .selectFrom('document_consents')
    .select(['agreed', 'text', 'lang'])
    .where('account_id', '=', account.uuid)
    .orderBy('created_at')
    .execute()

describe('the consent of a producer to electronic documents', () => {
  it('has a sentence whose version changes with every change of what it says', () => {
    const sentences = LANGS.map((lang) => translatorFor(lang)('documents:consent.agree'))
    const hash = createHash('sha256').update(JSON.stringify(sentences)).digest('hex').slice(0, 16)
    // Another hash: increment DOCUMENT_CONSENT_TEXT, and keep the sentence before as `documents:consent.text_<version>`.
    expect({ [DOCUMENT_CONSENT_TEXT]: hash }).toEqual({ 1: '3dabaca4146577e6' })
  })

  it('is recorded with the version and the language of the sentence, who gave it and when, and can be withdrawn', async () => {
    const by = await producer(world)
    const { set, read } = consentOf(by, 'en')
    expect(await read()).toBeNull()
    expect((await set(true)).body.data).toMatchObject({
      agreed: true,
      text,
      lang: 'en',
      by: expect.stringMatching(/\S/),
    })
    const at = world.clock.now().toISOString()
    await set(true)
    expect(await read()).toMatchObject({ agreed: true, at })
    await set(false)
    await set(false)
    expect(await read()).toMatchObject({ agreed: false })
    expect(await agreedConsent(world.db, by.account.uuid)).toBeUndefined()
    expect((await rowsOf(by)).map(({ agreed }) => agreed)).toEqual([true, false])
    await expect(
      world.db
        .updateTable('document_consents')
        .set({ agreed: true })
        .where('account_id', '=', by.account.uuid)
        .execute(),
    ).rejects.toThrow(/log/)
  })

  it('is the decision of an owner or a manager; finance reads it, and nobody agrees to a sentence that does not exist', async () => {
    const finance = await joinAs(world, owner, 'finance')
    const caller = { token: finance.token, account: owner.account.uuid }
    expect((await world.call(showDocumentConsent, caller)).status).toBe(200)
    expect((await world.call(setDocumentConsent, { ...caller, body: { agreed: true, text } })).status).toBe(403)
    expect(
      (await world.call(setDocumentConsent, { ...as(owner), body: { agreed: true, text: text + 1 } })).status,
    ).toBe(422)
    expect(await consentOf().read()).toBeNull()
  })

  it('is quoted on a signed document with its day; without it the original is handed over on paper', async () => {
    const { event, type } = await eventOnSale(world, owner)
    await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 100_000 })
    await statementAt(world, owner, new Date(Date.parse(event.ends_at) + 4 * 3_600_000 + 1000))
    await world.handleEvents()
    await world.platform.jobs.drain()
    const [row] = (await listDocuments(world.db, { accountId: owner.account.uuid, limit: 1, offset: 0 })).rows
    const document = await readDocument(world.db, row?.id ?? '')
    if (!document) throw new Error('no document')
    const notes = async (isSigned: boolean) =>
      printedDocument(document, {
        print: 'original',
        now: world.clock.now(),
        isSigned,
        consent: await agreedConsent(world.db, owner.account.uuid),
      }).notes.join(' ')
    expect(await notes(true)).toContain('המקור נמסר על נייר')
    await consentOf().set(true)
    expect(await notes(true)).toMatch(/הסכים ב־.* \(נוסח 1\)/)
    expect(await notes(false)).not.toContain('הסכים')
    expect((await printDocument(world.platform, document.row.id, 'Dana'))?.consent).toMatchObject({ text, lang: 'he' })
  })
})
