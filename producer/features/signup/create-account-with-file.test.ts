import { addAccountFile, createAccount } from '@kartis/contract/accounts.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_COMPANY } from '../../shared/company-fields.tsx'
import { signIn } from '../../testing/admission.ts'
import { json, networkError, refusal, type StubServer, stubServer } from '../../testing/server.ts'

const input = {
  company: { ...NO_COMPANY, name: 'הפקות הנמל', tax_id: '514444444' },
  bank: { bank_number: '10', bank_branch_number: '800', bank_account_number: '12345678', holder_name: 'נועה' },
  file: undefined,
}
const account = { uuid: 'account-1', name: 'הפקות הנמל', tax_id: '514444444' }

let server: StubServer
beforeEach(() => {
  vi.resetModules()
  sessionStorage.clear()
  signIn()
  server = stubServer()
})

const createAccountWithFile = async (more: object = {}) =>
  (await import('./create-account-with-file.ts')).createAccountWithFile({ ...input, ...more })

describe('createAccountWithFile', () => {
  it('sends company, bank details and the accepted version of the terms', async () => {
    server.on(createAccount, () => json({ data: account }, 201))
    expect(await createAccountWithFile()).toMatchObject({ account: { uuid: 'account-1' }, fileArrived: true })
    expect(server.sentTo(createAccount)[0]?.body).toMatchObject({
      name: 'הפקות הנמל',
      payment_methods: [{ bank_number: 10, bank_account_number: '12345678' }],
      terms_version: expect.stringMatching(/^\d{4}-\d{2}$/u),
    })
  })

  it('does not create a second account when the first response was lost, even after a reload', async () => {
    server.on(createAccount, networkError)
    await expect(createAccountWithFile()).rejects.toMatchObject({ code: 'N1' })
    vi.resetModules()
    server.on(createAccount, () => json({ data: account }, 201))
    expect(await createAccountWithFile()).toMatchObject({ account: { uuid: 'account-1' } })
    const keys = server.sentTo(createAccount).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  }, 10_000)

  it('is a new attempt after a refusal', async () => {
    server.on(createAccount, () => refusal('validation', 422, { name: ['required'] }))
    await expect(createAccountWithFile()).rejects.toMatchObject({ code: 'validation' })
    server.on(createAccount, () => json({ data: account }, 201))
    await createAccountWithFile()
    const keys = server.sentTo(createAccount).map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  })

  it('opens the account even if the file upload fails', async () => {
    server.on(createAccount, () => json({ data: account }, 201))
    server.on(addAccountFile, () => refusal('wrong_kind', 422))
    expect(await createAccountWithFile({ file: new File(['x'], 'a.pdf') })).toMatchObject({ fileArrived: false })
    expect(server.sentTo(addAccountFile)[0]?.path).toContain('account-1')
  })
})
