import type { CompanyDetails } from '@kartis/domain/company.ts'
import { type BankInput, NO_BANK } from '../../shared/bank-details.ts'
import { NO_COMPANY } from '../../shared/company-fields.tsx'
import { readForTab, writeForTab } from '../../shared/storage.ts'
import { dropDraft, readDraft, writeDraft } from '../../shared/use-draft.ts'

// What survives a reload, and for how long:
// - company, bank, branch and holder stay on the device until the account is open or the person signs out;
// - the account number stays in this tab alone, under the person who typed it, and is gone with the tab;
// - the file is never written anywhere: it waits in memory, and a reload asks for it again (its name is kept to say so).

export const COMPANY_DRAFT = 'company'
const BANK_DRAFT = 'bank'
const NUMBER = 'draft:bank-number'

/** Storage may be closed; the steps of one visit must pass through all the same. */
const memory: { company?: CompanyDetails; bank?: BankInput; file?: File } = {}

export const readCompany = (): CompanyDetails => memory.company ?? readDraft(COMPANY_DRAFT, NO_COMPANY)

export const saveCompany = (company: CompanyDetails): void => {
  memory.company = company
  writeDraft(COMPANY_DRAFT, company)
}

interface TabDraft {
  readonly owner: string
  readonly bank_account_number: string
  readonly file_name: string
}

const readTab = (owner: string): TabDraft => {
  const nothing = { owner, bank_account_number: '', file_name: '' }
  try {
    const stored: unknown = JSON.parse(readForTab(NUMBER) ?? 'null')
    const known = typeof stored === 'object' && stored !== null ? { ...nothing, ...stored } : nothing
    return known.owner === owner ? known : nothing
  } catch {
    return nothing
  }
}

/** `owner` is the signed-in person's uuid: nobody is shown another's account number. */
export const readBank = (owner: string): BankInput => {
  if (memory.bank) return memory.bank
  const { bank_account_number } = readTab(owner)
  return { ...readDraft(BANK_DRAFT, NO_BANK), bank_account_number }
}

export const saveBankDetails = (owner: string, bank: BankInput): void => {
  memory.bank = bank
  const { bank_account_number, ...rest } = bank
  writeDraft(BANK_DRAFT, rest)
  writeForTab(NUMBER, JSON.stringify({ ...readTab(owner), bank_account_number } satisfies TabDraft))
}

export const readFile = (): File | undefined => memory.file

export const storeFile = (owner: string, file: File): void => {
  memory.file = file
  writeForTab(NUMBER, JSON.stringify({ ...readTab(owner), file_name: file.name } satisfies TabDraft))
}

/** A file was chosen before the page was loaded anew, and has to be chosen again. */
export const lostFile = (owner: string): string | undefined =>
  memory.file ? undefined : readTab(owner).file_name || undefined

/** The account is open: nothing of what was typed is kept. */
export const dropSignup = (): void => {
  delete memory.company
  delete memory.bank
  delete memory.file
  dropDraft(COMPANY_DRAFT)
  dropDraft(BANK_DRAFT)
  writeForTab(NUMBER, undefined)
}

/** What the server found wrong with a step that was already left, by field. */
const serverErrors: Record<'company' | 'bank', Readonly<Record<string, string>>> = { company: {}, bank: {} }

export const serverErrorsOf = (step: 'company' | 'bank'): Readonly<Record<string, string>> => serverErrors[step]
export const setServerErrors = (step: 'company' | 'bank', errors: Readonly<Record<string, string>>): void => {
  serverErrors[step] = errors
}
