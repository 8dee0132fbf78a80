import { bankFieldErrors, companyFieldErrors, otherErrors } from '../../shared/account-errors.ts'

const isEmpty = (errors: object): boolean => Object.keys(errors).length === 0

/** Errors of a new account by the step whose form shows them, and the first such step; none when no form has the fields. */
export const splitByStep = (errors: Readonly<Record<string, string>>) => {
  const [company, bank, other] = [companyFieldErrors(errors), bankFieldErrors(errors), otherErrors(errors)]
  const stepOfBank = isEmpty(bank) ? undefined : ('/create-account/bank-details' as const)
  return { company, bank, other, step: isEmpty(company) ? stepOfBank : ('/create-account/company-details' as const) }
}
