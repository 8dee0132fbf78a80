import type { Platform } from '../platform/platform.ts'
import {
  approvePayout,
  confirmPayout,
  draftedBy,
  draftStatement,
  isProblem,
  type ListedPayout,
  markSent,
  type PayoutProblem,
  type PayoutRow,
  previewStatement,
  readListedPayout,
  readListedPayoutsIn,
  reissuePayout,
  returnPayout,
} from '../modules/settling/payouts/index.ts'
import { accountById } from '../modules/people/accounts/index.ts'
import { forgetSoldEnd } from '../modules/catalogue/events/index.ts'
import { type Command, CommandError, withPlatform } from './command.ts'
import { findAccount } from './find-account.ts'
import { isProved, payoutPerson, refuseUnnamedApproval } from './payout-person.ts'
import { momentOf, uuidOf } from './option-values.ts'
import { amount, printStatements, totalLine } from './settlement-lines.ts'
import { ANY_NUMBER, parseArguments } from './parse-arguments.ts'

const fileText = ({ file_number: file, reissue_of: of, reissued_as: as }: ListedPayout): string =>
  [
    file === null ? '' : `, bank file ${file}`,
    of === null ? '' : `, issues ${of} again`,
    as === null ? '' : `, issued again as ${as}`,
  ].join('')

/** A payout with whose it is and which statement it pays. */
const payoutLine = async (platform: Platform, payout: ListedPayout): Promise<string> => {
  const account = await accountById(platform.db, payout.account_id)
  const approved = payout.approved_by ? `, approved by ${payout.approved_by}` : ''
  return [
    payout.id,
    `${payout.state.padEnd(9)} ${amount(payout.amount)}`,
    `${account?.vat_name ?? ''} (${account?.vat_number ?? ''}), statement ${payout.statement_number}${fileText(payout)}`,
    `drafted by ${payout.drafted_by}${approved}`,
  ].join('  ')
}

const stepLine = async (platform: Platform, { account_id: accountId, id }: PayoutRow): Promise<string> => {
  const payout = await readListedPayout(platform.db, accountId, id)
  return payout ? payoutLine(platform, payout) : id
}

const PROBLEMS: Readonly<Record<PayoutProblem['problem'], string>> = {
  second_person: 'who drafted it may not approve it; another person must.',
  no_bank_details: 'the account has no bank details.',
  bank_changed: 'the bank details were changed less than 72 hours ago; it waits until',
  not_found: 'there is no such payout.',
  wrong_state: 'that step is not possible; it is',
  reissued: 'it was issued again already.',
}

const problemText = (problem: PayoutProblem): string => {
  const text = PROBLEMS[problem.problem]
  if (problem.problem === 'bank_changed') return `${text} ${momentOf(problem.until)}.`
  return problem.problem === 'wrong_state' ? `${text} ${problem.state}.` : text
}

const OPTIONS = {
  account: { type: 'string' },
  by: { type: 'string' },
  code: { type: 'string' },
  reference: { type: 'string' },
  reason: { type: 'string' },
} as const

interface Values {
  readonly account?: string | undefined
  readonly by?: string | undefined
  readonly code?: string | undefined
  readonly reference?: string | undefined
  readonly reason?: string | undefined
}

const required = (values: Values, name: keyof Values, why: string): string => {
  const text = values[name]?.trim()
  if (!text) throw new CommandError(`--${name} is needed: ${why}`)
  return text
}

type Act = (platform: Platform, id: string) => Promise<PayoutRow | PayoutProblem>

/** The step of a payout that the command names; `by`: who does it. */
const actOf = (step: string, values: Values, by: string): Act => {
  switch (step) {
    case 'approve':
      return (platform, id) => approvePayout(platform, id, by)
    case 'sent': {
      const reference = required(values, 'reference', 'the number of the transfer, to find it again.')
      return (platform, id) => markSent(platform, id, reference)
    }
    case 'confirm':
      return confirmPayout
    case 'return': {
      const reason = required(values, 'reason', 'what the bank said.')
      return (platform, id) => returnPayout(platform, id, reason)
    }
    case 'reissue':
      return (platform, id) => reissuePayout(platform, id, by)
    default:
      throw new CommandError(`payouts has no ${step}; see --help.`)
  }
}

const BY: Readonly<Record<string, string>> = {
  draft: 'the name of who drafts, as another person approves.',
  approve: 'the name of who approves, another than who drafted.',
  reissue: 'the name of who drafts it again.',
}

const runSteps = async (platform: Platform, act: Act, ids: readonly string[], print: (line: string) => void) => {
  let failed = 0
  for (const id of ids) {
    const result = await act(platform, id)
    if (isProblem(result)) failed += 1
    print(isProblem(result) ? `${id}  ${problemText(result)}` : await stepLine(platform, result))
  }
  return failed === 0 ? 0 : 1
}

const list = async (platform: Platform, values: Values, print: (line: string) => void): Promise<void> => {
  const accountId = values.account === undefined ? undefined : (await findAccount(platform, values.account)).id
  const due = await printStatements(platform, values, previewStatement, print)
  const open = await readListedPayoutsIn(platform.db, ['draft', 'approved', 'exported', 'sent', 'returned'], accountId)
  for (const payout of open) print(await payoutLine(platform, payout))
  print(totalLine('To transfer', due))
}

/** Payouts of events go by their own ends again: an operator has seen that the later date was a slip. */
const release = async (platform: Platform, ids: readonly string[], print: (line: string) => void): Promise<number> => {
  if (ids.length === 0) throw new CommandError('payouts release needs the uuid of an event.')
  let waiting = 0
  for (const id of ids.map((each) => uuidOf(each, 'event', 'events'))) {
    const isReleased = await forgetSoldEnd(platform.db, id)
    if (!isReleased) waiting += 1
    print(`${id}  ${isReleased ? 'is due by its own end now.' : 'waits for no other end than its own.'}`)
  }
  return waiting === 0 ? 0 : 1
}

export const payoutsCommand: Command = {
  name: 'payouts',
  summary: 'list what is due to producers; draft, approve and follow payouts',
  usage: [
    'payouts [--account <account>]                  what is due now with bank details, and the payouts under way; of one account',
    'payouts draft --by <name> [--account …]        make the statements that are due, with their payouts',
    'payouts approve <payout …> --by <name>         by another person than who drafted; then bank-file',
    '                                               with PAYOUT_PEOPLE: --by <phone>, then again with --code <code>;',
    '                                               production that collects for others needs PAYOUT_PEOPLE',
    'payouts sent <payout …> --reference <text>     the bank file was handed in',
    'payouts confirm <payout …>                     the bank has transferred it',
    'payouts return <payout> --reason <text>        the producer’s bank sent it back',
    'payouts reissue <payout> --by <name>           issue a returned payout again, once',
    'payouts release <event …>                      let an event that was moved nearer be due by its own date',
  ],
  run: async ({ settings, args, print }) => {
    const { values, positionals } = parseArguments(args, OPTIONS, {
      approve: ANY_NUMBER,
      sent: ANY_NUMBER,
      confirm: ANY_NUMBER,
      return: 1,
      reissue: 1,
      release: ANY_NUMBER,
    })
    const [step, ...ids] = positionals
    return withPlatform(settings, async (platform) => {
      if (step === undefined) {
        await list(platform, values, print)
        return 0
      }
      if (step === 'approve') await refuseUnnamedApproval(platform)
      const why = BY[step]
      const person = why === undefined ? undefined : await payoutPerson(platform, required(values, 'by', why))
      if (step === 'draft') {
        print(
          totalLine('Drafted', await printStatements(platform, { ...values, by: person?.by }, draftStatement, print)),
        )
        return 0
      }
      if (step === 'release') return release(platform, ids, print)
      const act = actOf(step, values, person?.by ?? '')
      if (ids.length === 0) throw new CommandError(`payouts ${step} needs the uuid of a payout.`)
      const named = ids.map((id) => uuidOf(id, 'payout', 'payouts'))
      const proof = { purpose: 'payout', of: [step, ...named.toSorted()] } as const
      if (step === 'approve' && person) {
        // No code is sent for what is refused with it too.
        const own = await draftedBy(platform, named, person.by)
        for (const id of own) print(`${id}  ${PROBLEMS.second_person}`)
        if (own.length > 0 || !(await isProved(platform, person, values.code, proof, print))) return 1
      }
      return runSteps(platform, act, named, print)
    })
  },
}
