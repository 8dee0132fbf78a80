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

/** An account opened by a request whose answer got lost is this young at most. */
const JUST_NOW_MS = 15 * 60_000

const openedBefore = async ({ company }: NewAccount): Promise<Account | undefined> => {
  const { data } = await api(listAccounts, { query: { per_page: 100 } })
  return data.find(
    ({ name, tax_id: taxId, created_at: at }) =>
      name === company.name.trim() && taxId === company.tax_id && Date.now() - Date.parse(at) < JUST_NOW_MS,
  )
}

/** The answer to an earlier attempt never came: it may have opened the account. */
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

/** Opens the account, once, and then hands in the file; a file that fails does not undo the account. */
export const openAccount = async (
  input: NewAccount,
): Promise<{ readonly account: Account; readonly fileArrived: boolean }> => {
  const account = await open(input)
  pendingAttempt.is = false
  return { account, fileArrived: input.file === undefined || (await upload(account.uuid, input.file)) }
}
