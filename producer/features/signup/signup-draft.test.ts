import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_BANK } from '../../shared/bank-details.ts'
import { NO_COMPANY } from '../../shared/company-fields.tsx'

const bank = { bank_number: '10', bank_branch_number: '800', bank_account_number: '12345678', holder_name: 'נועה' }

/** The module as after a reload: storage stays, memory is gone. */
const reload = async () => {
  vi.resetModules()
  return import('./signup-draft.ts')
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the sign-up draft', () => {
  it('survives a reload in the same tab', async () => {
    const before = await reload()
    before.saveCompany({ ...NO_COMPANY, name: 'הפקות הנמל' })
    before.saveBankDetails('user-1', bank)
    const after = await reload()
    expect(after.readCompany().name).toBe('הפקות הנמל')
    expect(after.readBank('user-1')).toEqual(bank)
  })

  it('never writes the account number to the device', async () => {
    const { saveBankDetails } = await reload()
    saveBankDetails('user-1', bank)
    const stored = Object.keys(localStorage).map((name) => atob(localStorage.getItem(name) ?? ''))
    expect(stored.join()).not.toContain('12345678')
    sessionStorage.clear() // another tab
    expect((await reload()).readBank('user-1')).toEqual({ ...bank, bank_account_number: '' })
  })

  it('shows an account number to the user who typed it only', async () => {
    const { saveBankDetails } = await reload()
    saveBankDetails('user-1', bank)
    expect((await reload()).readBank('user-2').bank_account_number).toBe('')
  })

  it('shows neither account number nor file to another user who signs in without a reload', async () => {
    const draft = await reload()
    draft.saveBankDetails('user-1', bank)
    draft.storeFile('user-1', new File(['x'], 'אישור.pdf'))
    expect(draft.readBank('user-2').bank_account_number).toBe('')
    expect([draft.chosenFile('user-2'), draft.lostFileName('user-2')]).toEqual([undefined, undefined])
    expect(draft.readBank('user-1')).toEqual(bank)
  })

  it('asks again for a file that was chosen before a reload', async () => {
    const before = await reload()
    before.storeFile('user-1', new File(['x'], 'אישור.pdf'))
    expect([before.chosenFile('user-1')?.name, before.lostFileName('user-1')]).toEqual(['אישור.pdf', undefined])
    const after = await reload()
    expect([after.chosenFile('user-1'), after.lostFileName('user-1'), after.lostFileName('user-2')]).toEqual([
      undefined,
      'אישור.pdf',
      undefined,
    ])
  })

  it('is deleted once the account exists', async () => {
    const draft = await reload()
    draft.saveCompany({ ...NO_COMPANY, name: 'x' })
    draft.saveBankDetails('user-1', bank)
    draft.dropSignup()
    expect([draft.readCompany(), draft.readBank('user-1')]).toEqual([NO_COMPANY, NO_BANK])
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  })

  it('is read even where the stored text is broken', async () => {
    sessionStorage.setItem('draft:signup-tab', btoa('{'))
    expect((await reload()).readBank('user-1')).toEqual(NO_BANK)
  })
})
