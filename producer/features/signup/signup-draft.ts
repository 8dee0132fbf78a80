import type { CompanyDetails } from '@kartis/domain/company.ts'
import { type BankInput, NO_BANK } from '../../shared/bank-details.ts'
import { NO_COMPANY } from '../../shared/company-fields.tsx'
import { readForTab, writeForTab } from '../../shared/storage.ts'
import { dropDraft, readDraft, writeDraft } from '../../shared/use-draft.ts'

// What survives a reload: company, bank, branch and holder stay on the device until the account is created or the user
// signs out; the account number stays in this tab, bound to the user who typed it; the file stays in memory only and
// must be chosen again after a reload (its name is stored to say so).

export const COMPANY_DRAFT = 'company'
const BANK_DRAFT = 'bank'
const NUMBER = 'draft:bank-number'

/** In-memory copy: the steps must also work where storage is unavailable. */
const inMemory: { company?: CompanyDetails; bank?: BankInput; file?: File } = {}

export const readCompany = (): CompanyDetails => inMemory.company ?? readDraft(COMPANY_DRAFT, NO_COMPANY)

export const saveCompany = (company: CompanyDetails): void => {
  inMemory.company = company
  writeDraft(COMPANY_DRAFT, company)
}

interface TabDraft {
  readonly owner: string
  readonly bank_account_number: string
  readonly file_name: string
}

const readTab = (owner: string): TabDraft => {
  const empty = { owner, bank_account_number: '', file_name: '' }
  try {
    const stored: unknown = JSON.parse(readForTab(NUMBER) ?? 'null')
    const draft = typeof stored === 'object' && stored !== null ? { ...empty, ...stored } : empty
    return draft.owner === owner ? draft : empty
  } catch {
    return empty
  }
}

/** The bank details typed by `owner` (a user uuid): an account number is never shown to another user. */
export const readBank = (owner: string): BankInput => {
  if (inMemory.bank) return inMemory.bank
  const { bank_account_number } = readTab(owner)
  return { ...readDraft(BANK_DRAFT, NO_BANK), bank_account_number }
}

export const saveBankDetails = (owner: string, bank: BankInput): void => {
  inMemory.bank = bank
  const { bank_account_number, ...withoutNumber } = bank
  writeDraft(BANK_DRAFT, withoutNumber)
  writeForTab(NUMBER, JSON.stringify({ ...readTab(owner), bank_account_number } satisfies TabDraft))
}

export const readFile = (): File | undefined => inMemory.file

export const storeFile = (owner: string, file: File): void => {
  inMemory.file = file
  writeForTab(NUMBER, JSON.stringify({ ...readTab(owner), file_name: file.name } satisfies TabDraft))
}

/** Name of a file that was chosen before a reload and must be chosen again. */
export const lostFile = (owner: string): string | undefined =>
  inMemory.file ? undefined : readTab(owner).file_name || undefined

/** Deletes the draft after the account was created. */
export const dropSignup = (): void => {
  delete inMemory.company
  delete inMemory.bank
  delete inMemory.file
  dropDraft(COMPANY_DRAFT)
  dropDraft(BANK_DRAFT)
  writeForTab(NUMBER, undefined)
}

/** Server validation errors of a step that was already left, by field. */
const serverErrors: Record<'company' | 'bank', Readonly<Record<string, string>>> = { company: {}, bank: {} }

export const serverErrorsOf = (step: 'company' | 'bank'): Readonly<Record<string, string>> => serverErrors[step]
export const setServerErrors = (step: 'company' | 'bank', errors: Readonly<Record<string, string>>): void => {
  serverErrors[step] = errors
}
