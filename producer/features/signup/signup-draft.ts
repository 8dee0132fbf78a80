import type { CompanyDetails } from '@kartis/domain/company.ts'
import { type BankInput, NO_BANK } from '../../shared/bank-details.ts'
import { NO_COMPANY } from '../../shared/company-fields.tsx'
import { readForTab, writeForTab } from '../../shared/storage.ts'
import { dropDraft, readDraft, writeDraft } from '../../shared/use-draft.ts'

// What survives a reload: company, bank, branch and holder stay on the device until the account is created or the user
// signs out; the account number stays in this tab, bound to the user who typed it; the file stays in memory only, bound
// to the user who chose it, and must be chosen again after a reload (its name is stored to say so).

export const COMPANY_DRAFT = 'company'
const BANK_DRAFT = 'bank'
/** Of this tab: the account number, the name of the file, and whose they are. */
const TAB_DRAFT = 'draft:signup-tab'

/** In-memory copy: the steps must also work where storage is unavailable. */
const inMemory: {
  company?: CompanyDetails
  bank?: { readonly userUuid: string; readonly details: BankInput }
  file?: { readonly userUuid: string; readonly file: File }
} = {}

export const readCompany = (): CompanyDetails => inMemory.company ?? readDraft(COMPANY_DRAFT, NO_COMPANY)

export const saveCompany = (company: CompanyDetails): void => {
  inMemory.company = company
  writeDraft(COMPANY_DRAFT, company)
}

interface TabDraft {
  readonly user_uuid: string
  readonly bank_account_number: string
  readonly file_name: string
}

const readTab = (userUuid: string): TabDraft => {
  const empty = { user_uuid: userUuid, bank_account_number: '', file_name: '' }
  try {
    const stored: unknown = JSON.parse(readForTab(TAB_DRAFT) ?? 'null')
    const draft = typeof stored === 'object' && stored !== null ? { ...empty, ...stored } : empty
    return draft.user_uuid === userUuid ? draft : empty
  } catch {
    return empty
  }
}

/** The bank details that a user typed: an account number is never shown to another user of this device. */
export const readBank = (userUuid: string): BankInput => {
  if (inMemory.bank?.userUuid === userUuid) return inMemory.bank.details
  const { bank_account_number } = readTab(userUuid)
  return { ...readDraft(BANK_DRAFT, NO_BANK), bank_account_number }
}

export const saveBankDetails = (userUuid: string, bank: BankInput): void => {
  inMemory.bank = { userUuid, details: bank }
  const { bank_account_number, ...withoutNumber } = bank
  writeDraft(BANK_DRAFT, withoutNumber)
  writeForTab(TAB_DRAFT, JSON.stringify({ ...readTab(userUuid), bank_account_number } satisfies TabDraft))
}

export const chosenFile = (userUuid: string): File | undefined =>
  inMemory.file?.userUuid === userUuid ? inMemory.file.file : undefined

export const storeFile = (userUuid: string, file: File): void => {
  inMemory.file = { userUuid, file }
  writeForTab(TAB_DRAFT, JSON.stringify({ ...readTab(userUuid), file_name: file.name } satisfies TabDraft))
}

/** Name of a file that was chosen before a reload and must be chosen again. */
export const lostFileName = (userUuid: string): string | undefined =>
  chosenFile(userUuid) ? undefined : readTab(userUuid).file_name || undefined

/** Deletes the draft after the account was created. */
export const dropSignup = (): void => {
  delete inMemory.company
  delete inMemory.bank
  delete inMemory.file
  dropDraft(COMPANY_DRAFT)
  dropDraft(BANK_DRAFT)
  writeForTab(TAB_DRAFT, undefined)
}

export type SignupStep = 'company' | 'bank'

/** Server validation errors of a step that was already left, by field. */
const serverErrors: Record<SignupStep, Readonly<Record<string, string>>> = { company: {}, bank: {} }

export const serverErrorsOf = (step: SignupStep): Readonly<Record<string, string>> => serverErrors[step]
export const setServerErrors = (step: SignupStep, errors: Readonly<Record<string, string>>): void => {
  serverErrors[step] = errors
}
