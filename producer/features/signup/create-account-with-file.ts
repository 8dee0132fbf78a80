import { type Account, addAccountFile, createAccount } from '@kartis/contract/accounts.ts'
import { ACCOUNT_FIELDS, type AccountField, type CompanyDetails } from '@kartis/domain/company.ts'
import { api } from '../../shared/api.ts'
import { asPaymentMethod, type BankInput } from '../../shared/bank-details.ts'
import { TERMS_VERSION } from '../../shared/terms/terms-sections.ts'

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

/**
 * Creates the account and uploads the file; a failed upload does not undo the account. A repeat after a lost reply gets the
 * account that was created. Throws ApiError.
 */
export const createAccountWithFile = async (
  input: NewAccount,
): Promise<{ readonly account: Account; readonly fileArrived: boolean }> => {
  const account = (await api(createAccount, { body: payloadOf(input) })).data
  return { account, fileArrived: input.file === undefined || (await upload(account.uuid, input.file)) }
}
