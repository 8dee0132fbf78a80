import { isRefusal } from '@kartis/domain/refusal.ts'
import { FEE_PAYERS, type FeePayer } from '@kartis/domain/service-fee.ts'
import { SETTLEMENT_MODES, type SettlementMode } from '@kartis/domain/settlement.ts'
import { dayIn, startOfDayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Platform } from '../platform/platform.ts'
import { contractOf, type ContractTerms, plannedContracts, setContract } from '../modules/people/accounts/index.ts'
import { lastSettlementAt } from '../modules/settling/payouts/index.ts'
import { searchAccounts } from './accounts-queries.ts'
import { type Command, CommandError, withPlatform } from './command.ts'
import { accountLine, findAccount } from './find-account.ts'
import { dayOf, hundredths, momentOf } from './option-values.ts'
import { parseArguments } from './parse-arguments.ts'

const OPTIONS = {
  regular: { type: 'string' },
  special: { type: 'string' },
  tourist: { type: 'string' },
  ticket: { type: 'string' },
  vat: { type: 'string' },
  mode: { type: 'string' },
  reserve: { type: 'string' },
  'reserve-days': { type: 'string' },
  'fee-payer': { type: 'string' },
  from: { type: 'string' },
} as const

const vatOf = (text: string | undefined): boolean | undefined => {
  if (text === undefined) return undefined
  if (text !== 'inside' && text !== 'on-top') throw new CommandError('--vat must be inside or on-top.')
  return text === 'inside'
}

const modeOf = (text: string | undefined): SettlementMode | undefined => {
  const mode = SETTLEMENT_MODES.find((name) => name === text)
  if (text !== undefined && mode === undefined) throw new CommandError(`--mode must be ${SETTLEMENT_MODES.join(', ')}.`)
  return mode
}

const payerOf = (text: string | undefined): FeePayer | undefined => {
  const payer = FEE_PAYERS.find((name) => name === text)
  if (text !== undefined && payer === undefined)
    throw new CommandError(`--fee-payer must be ${FEE_PAYERS.join(' or ')}.`)
  return payer
}

const daysOf = (text: string | undefined): number | undefined => {
  if (text !== undefined && !/^\d{1,3}$/.test(text)) throw new CommandError('--reserve-days must be a number of days.')
  return text === undefined ? undefined : Number(text)
}

/** Midnight in Jerusalem at the beginning of a day, such as 2026-12-01. */
const beginningOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : startOfDayIn(ISRAEL_ZONE, new Date(`${dayOf('from', text)}T12:00:00Z`))

const percent = (bp: number): string => `${(bp / 100).toFixed(2)}%`

const termLines = (terms: ContractTerms): string[] => [
  `  regular cards    ${percent(terms.regularBp)}`,
  `  Diners and Amex  ${percent(terms.specialBp)}`,
  `  tourist cards    ${percent(terms.touristBp)}`,
  `  free tickets     ${(terms.ticketFee / 100).toFixed(2)} shekels each, VAT ${terms.ticketFeeIncludesVat ? 'inside' : 'on top'}`,
  `  settlement       ${terms.mode ?? 'as the installation (SETTLEMENT_MODE)'}`,
  `  reserve          ${percent(terms.reserveBp)} of card revenue for ${terms.reserveDays} days`,
  `  fees borne by    ${terms.feePayer} in new events`,
]

const changeOf = (values: { [Name in keyof typeof OPTIONS]?: string | undefined }): Partial<ContractTerms> => {
  const change = {
    regularBp: hundredths('regular', values.regular),
    specialBp: hundredths('special', values.special),
    touristBp: hundredths('tourist', values.tourist),
    ticketFee: hundredths('ticket', values.ticket),
    ticketFeeIncludesVat: vatOf(values.vat),
    mode: modeOf(values.mode),
    reserveBp: hundredths('reserve', values.reserve),
    reserveDays: daysOf(values['reserve-days']),
    feePayer: payerOf(values['fee-payer']),
  }
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

const listAll = async (platform: Platform, print: (line: string) => void): Promise<void> => {
  for (const account of await searchAccounts(platform.db, '')) print(accountLine(account))
}

/** Settled events keep the terms of the day on which they were settled: new terms cannot begin before it. */
const refuseBeforeSettlement = async (platform: Platform, accountId: string, from: Date | undefined): Promise<void> => {
  const settledAt = await lastSettlementAt(platform.db, accountId)
  if (settledAt && from && from <= settledAt)
    throw new CommandError(
      `Events were settled on ${dayIn(ISRAEL_ZONE, settledAt)} under the terms before: new ones begin on a later day.`,
    )
}

const REFUSED = {
  validation: 'These terms cannot be: percents are from 0 to 100, the price of a ticket is not negative.',
  conflict:
    'The terms in force begin on a later day than that, and the later ones count: name today or a day to come, or leave --from out.',
}

export const contractCommand: Command = {
  name: 'contract',
  summary: 'show or change what an account pays for the service',
  usage: [
    'contract                         list the accounts',
    'contract <account>               show the terms in force; account: uuid, business number or part of the name',
    'contract <account> --regular 5 --special 7.5 --tourist 7.5 --ticket 1.5 --vat inside|on-top --from 2026-12-01',
    '                                 --mode direct|aggregated|platform --reserve 10 --reserve-days 60',
    '                                 --fee-payer producer|buyers, who bears the service fee of events made from now on',
    '                                 agree new terms: percents of card sums, shekels for each free ticket',
  ],
  run: async ({ settings, args, print }) => {
    const { positionals, values } = parseArguments(args, OPTIONS, 1)
    const change = changeOf(values)
    const from = beginningOf(values.from)
    return withPlatform(settings, async (platform) => {
      const [text] = positionals
      if (!text) {
        await listAll(platform, print)
        return 0
      }
      const account = await findAccount(platform, text)
      const isChange = Object.keys(change).length > 0
      if (isChange) await refuseBeforeSettlement(platform, account.id, from)
      const agreed = isChange ? await setContract(platform, account.id, change, from) : undefined
      if (isRefusal(agreed)) throw new CommandError(REFUSED[agreed.refusal === 'conflict' ? 'conflict' : 'validation'])
      const terms = agreed ?? (await contractOf(platform, account.id))
      if (isRefusal(terms)) throw new CommandError(`No account is called ${text}.`)
      print(accountLine(account))
      if (agreed) print(`  from ${momentOf(agreed.validFrom)}`)
      for (const line of termLines(terms)) print(line)
      for (const planned of await plannedContracts(platform.db, account.id, agreed?.validFrom ?? platform.clock()))
        print(`  other terms begin ${momentOf(planned)}`)
      return 0
    })
  },
}
