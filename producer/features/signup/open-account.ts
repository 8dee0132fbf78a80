import { type Account, addAccountFile, createAccount, listAccounts } from '@kartis/contract/accounts.ts'
import { ACCOUNT_FIELDS, type AccountField, type CompanyDetails } from '@kartis/domain/company.ts'
import { api } from '../../shared/api.ts'
import { asPaymentMethod, type BankInput } from '../../shared/bank-details.ts'
import { isNetworkFailure } from '../../shared/send.ts'
import { TERMS_VERSION } from './terms-sections.ts'

export interface NewAccount {
  readonly company: CompanyDetails
  readonly bank: BankInput
  readonly file: File | undefined
}

const VAT_TYPE = 'hevra'

const payloadOf = ({ company, bank }: NewAccount) => ({
  ...(Object.fromEntries(
    Object.entries(ACCOUNT_FIELDS).map(([name, field]) => [name, company[field].trim()]),
  ) as Record<AccountField, string>),
  vat_type: VAT_TYPE,
  payment_methods: [asPaymentMethod(bank)],
  terms_version: TERMS_VERSION,
})

/** Maximum age of an account created by a request whose response was lost. */
const JUST_NOW_MS = 15 * 60_000

const openedBefore = async ({ company }: NewAccount): Promise<Account | undefined> => {
  const { data } = await api(listAccounts, { query: { per_page: 100 } })
  return data.find(
    ({ name, tax_id: taxId, created_at: at }) =>
      name === company.name.trim() && taxId === company.tax_id && Date.now() - Date.parse(at) < JUST_NOW_MS,
  )
}

/** Whether an earlier attempt got no response: it may have created the account. */
const pendingAttempt = { is: false }

const open = async (input: NewAccount): Promise<Account> => {
  const earlier = pendingAttempt.is ? await openedBefore(input) : undefined
  if (earlier) return earlier
  try {
    return (await api(createAccount, { body: payloadOf(input) })).data
  } catch (error) {
    pendingAttempt.is = isNetworkFailure(error)
    throw error
  }
}

const upload = async (uuid: string, file: File): Promise<boolean> => {
  const body = new FormData()
  body.append('file', file)
  try {
    await api(addAccountFile, { params: { uuid }, body })
    return true
  } catch {
    return false
  }
}

/** Creates the account once and uploads the file; a failed upload does not undo the account. Throws ApiError. */
export const openAccount = async (
  input: NewAccount,
): Promise<{ readonly account: Account; readonly fileArrived: boolean }> => {
  const account = await open(input)
  pendingAttempt.is = false
  return { account, fileArrived: input.file === undefined || (await upload(account.uuid, input.file)) }
}
