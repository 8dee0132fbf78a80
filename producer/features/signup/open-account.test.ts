import { addAccountFile, createAccount, listAccounts } from '@kartis/contract/accounts.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_COMPANY } from '../../shared/company-fields.tsx'
import { signIn } from '../../testing/admission.ts'
import { json, networkError, refusal, type StubServer, stubServer } from '../../testing/server.ts'

const input = {
  company: { ...NO_COMPANY, name: 'הפקות הנמל', tax_id: '514444444' },
  bank: { bank_number: '10', bank_branch_number: '800', bank_account_number: '12345678', holder_name: 'נועה' },
  file: undefined,
}
const account = { uuid: 'account-1', name: 'הפקות הנמל', tax_id: '514444444', created_at: new Date().toISOString() }

let server: StubServer
beforeEach(() => {
  vi.resetModules()
  signIn()
  server = stubServer()
})

const openAccount = async (more: object = {}) => (await import('./open-account.ts')).openAccount({ ...input, ...more })

describe('openAccount', () => {
  it('sends company, bank details and the accepted version of the terms', async () => {
    server.on(createAccount, () => json({ data: account }, 201))
    expect(await openAccount()).toMatchObject({ account: { uuid: 'account-1' }, fileArrived: true })
    expect(server.sentTo(createAccount)[0]?.body).toMatchObject({
      name: 'הפקות הנמל',
      payment_methods: [{ bank_number: 10, bank_account_number: '12345678' }],
      terms_version: expect.stringMatching(/^\d{4}-\d{2}$/u),
    })
  })

  it('does not create a second account when the first response was lost', async () => {
    server.on(createAccount, networkError)
    await expect(openAccount()).rejects.toMatchObject({ code: 'N1' })
    const sent = server.sentTo(createAccount).length
    server.on(listAccounts, () => json({ data: [account], meta: {} }))
    expect(await openAccount()).toMatchObject({ account: { uuid: 'account-1' } })
    expect(server.sentTo(createAccount)).toHaveLength(sent)
  }, 10_000)

  it('creates the account when the lost request never arrived', async () => {
    server.on(createAccount, networkError)
    await expect(openAccount()).rejects.toMatchObject({ code: 'N1' })
    const old = { ...account, created_at: '2020-01-01T00:00:00Z' }
    server.on(listAccounts, () => json({ data: [old], meta: {} }))
    server.on(createAccount, () => json({ data: { ...account, uuid: 'account-2' } }, 201))
    expect(await openAccount()).toMatchObject({ account: { uuid: 'account-2' } })
  }, 10_000)

  it('does not look for an earlier account after a refusal', async () => {
    server.on(createAccount, () => refusal('validation', 422, { name: ['required'] }))
    await expect(openAccount()).rejects.toMatchObject({ code: 'validation' })
    server.on(createAccount, () => json({ data: account }, 201))
    await openAccount()
    expect(server.sentTo(listAccounts)).toHaveLength(0)
  })

  it('opens the account even if the file upload fails', async () => {
    server.on(createAccount, () => json({ data: account }, 201))
    server.on(addAccountFile, () => refusal('wrong_kind', 422))
    expect(await openAccount({ file: new File(['x'], 'a.pdf') })).toMatchObject({ fileArrived: false })
    expect(server.sentTo(addAccountFile)[0]?.path).toContain('account-1')
  })
})
