import { DISPUTE_STATES, type DisputeAnswer, type DisputeState, isOpenDispute } from '@kartis/domain/dispute.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { asLang, DEFAULT_LANG, LANGS } from '@kartis/i18n/lang.ts'
import {
  evidenceForOperator,
  listDisputes,
  moveDispute,
  noteDispute,
  type NamedCharge,
  readChargesOfOrder,
  type ShownDispute,
} from '../modules/settling/disputes/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type Command, CommandError, withPlatform } from './command.ts'
import { findAccount } from './find-account.ts'
import { dayOf, hundredths, momentOf, optionalDayOf, uuidOf } from './option-values.ts'
import { withOutputFile } from './output-file.ts'
import { amount } from './settlement-lines.ts'
import { parseArguments, type ValuesOf } from './parse-arguments.ts'

const OPTIONS = {
  payment: { type: 'string' },
  order: { type: 'string' },
  ref: { type: 'string' },
  amount: { type: 'string' },
  reason: { type: 'string' },
  deadline: { type: 'string' },
  account: { type: 'string' },
  state: { type: 'string' },
  note: { type: 'string' },
  lang: { type: 'string' },
  out: { type: 'string' },
  by: { type: 'string' },
} as const

type Values = ValuesOf<typeof OPTIONS>
type Print = (line: string) => void

const needed = (values: Values, name: 'ref' | 'by' | 'deadline', why: string): string => {
  const text = values[name]?.trim()
  if (!text) throw new CommandError(`--${name} is needed: ${why}`)
  return text
}

const BY = 'the name of who notes it.'
const lineOf = (row: ShownDispute): string =>
  [
    row.id,
    row.status.padEnd(12),
    amount(row.amount),
    `by ${row.deadline}`,
    row.reference,
    row.order_number ? `order ${row.order_number}` : row.payment_id,
    row.event_name ?? '',
    ...(row.held ? [] : ['own terminal']),
    ...(row.note ? [`“${row.note}”`] : []),
  ].join('  ')

const MAX_LISTED = 1000

const list = async (platform: Platform, values: Values, print: Print): Promise<number> => {
  const states = DISPUTE_STATES.filter((state) =>
    values.state === undefined ? isOpenDispute(state) : values.state === 'all' || state === values.state,
  )
  if (states.length === 0) throw new CommandError(`--state must be all or one of ${DISPUTE_STATES.join(', ')}.`)
  const account = values.account === undefined ? undefined : await findAccount(platform, values.account)
  const { rows, total } = await listDisputes(platform.db, {
    states,
    accountId: account?.id,
    limit: MAX_LISTED,
    offset: 0,
  })
  for (const row of rows) print(lineOf(row))
  print(total > rows.length ? `${rows.length} of ${total} disputes` : `${total} disputes`)
  return 0
}

/** What tells the charges of an order apart. */
const chargeLine = ({ id, amount: charged, refunded, last4, paid_at: at, installments }: NamedCharge): string =>
  [
    `  ${id}`,
    `${amount(charged).trim()} shekels`,
    ...(at === null ? [] : [momentOf(at)]),
    ...(last4 === null ? [] : [`card ${last4}`]),
    ...(installments > 1 ? [`${installments} instalments`] : []),
    ...(refunded > 0 ? [`${amount(refunded).trim()} refunded`] : []),
  ].join('  ')

/** The charge that is disputed: by its uuid, or that of an order with one card charge. */
const paymentOf = async (platform: Platform, { payment, order }: Values): Promise<string> => {
  if (payment !== undefined) return uuidOf(payment, 'charge', 'the payments of its order, or reconcile list,')
  if (order === undefined || !/^\d{1,15}$/.test(order))
    throw new CommandError('--payment <uuid of the charge> or --order <number> is needed.')
  const charges = await readChargesOfOrder(platform.db, Number(order))
  const [only] = charges
  if (only === undefined) throw new CommandError(`Order ${order} has no card charge.`)
  if (charges.length > 1)
    throw new CommandError(
      [`Order ${order} has ${charges.length} charges; name one with --payment:`, ...charges.map(chargeLine)].join('\n'),
    )
  return only.id
}

const note = async (platform: Platform, values: Values, print: Print): Promise<number> => {
  const noted = await noteDispute(platform, {
    paymentId: await paymentOf(platform, values),
    reference: needed(values, 'ref', 'the number of the case, as the acquirer has it.'),
    reason: values.reason?.trim() ?? '',
    amount: values.amount === undefined ? undefined : hundredths('amount', values.amount),
    deadline: optionalDayOf('deadline', values.deadline),
    by: needed(values, 'by', BY),
  })
  if (!('problem' in noted)) {
    print(`Dispute ${noted.id}, evidence due by ${noted.deadline}.`)
    return 0
  }
  if (noted.problem === 'exists') {
    print('It was noted before, or another dispute of that charge is open; nothing was changed.')
    return 0
  }
  throw new CommandError(
    noted.problem === 'too_much'
      ? `--amount must be above 0 and no more than the ${amount(noted.most).trim()} left of that charge.`
      : 'That payment is not a card payment that was captured and booked.',
  )
}

/** Writes the evidence of a dispute for the acquirer. */
const evidence = async (
  platform: Platform,
  id: string | undefined,
  { lang, out }: Values,
  print: Print,
): Promise<void> => {
  const named = uuidOf(id, 'dispute', 'disputes')
  const language = asLang(lang ?? DEFAULT_LANG)
  if (language === undefined) throw new CommandError(`--lang must be one of ${LANGS.join(', ')}.`)
  const path = out ?? `evidence-${named}.pdf`
  await withOutputFile(path, async (write) => {
    const file = await evidenceForOperator(platform, named, language)
    if (isRefusal(file)) throw new CommandError(`There is no evidence of a dispute ${named}.`)
    write(file.pdf)
    print(`${path}: ${file.pdf.byteLength} bytes`)
  })
}

const ANSWERS: Readonly<Record<string, DisputeAnswer>> = { sent: 'sent', accept: 'accepted', won: 'won', lost: 'lost' }

const answer = async (
  platform: Platform,
  id: string | undefined,
  to: DisputeState | undefined,
  values: Values,
): Promise<void> => {
  const named = uuidOf(id, 'dispute', 'disputes')
  const refused = await moveDispute(platform, named, {
    to,
    note: values.note?.trim(),
    deadline:
      to === undefined ? dayOf('deadline', needed(values, 'deadline', 'the day that the acquirer names.')) : undefined,
    by: needed(values, 'by', BY),
  })
  if (refused?.problem === 'not_found') throw new CommandError(`There is no dispute ${named}.`)
  if (refused) throw new CommandError(`That is not possible: it is ${refused.state}.`)
}

export const disputesCommand: Command = {
  name: 'disputes',
  summary: 'charges that cardholders dispute: note a notice of the acquirer, its deadline and its decision',
  usage: [
    'disputes [--account <account>] [--state all|<state>]    open disputes, or those in a state',
    'disputes note --order <number>|--payment <uuid> --ref <case number> [--amount 100.00] [--reason <text>]',
    '              [--deadline 2026-12-03] --by <name>       the acquirer tells of a dispute; managers are told',
    'disputes deadline <dispute> --deadline 2026-12-10 --by <name>    another deadline, or more evidence is due',
    'disputes evidence <dispute> [--lang he|en|ar] [--out <path>]     what is stored of the charge, as one PDF',
    'disputes sent|accept|won|lost <dispute> --by <name> [--note <text>]',
  ],
  run: async ({ settings, args, print }) => {
    const { values, positionals } = parseArguments(args, OPTIONS, {
      deadline: 1,
      evidence: 1,
      sent: 1,
      accept: 1,
      won: 1,
      lost: 1,
    })
    const [act, id] = positionals
    return withPlatform(settings, async (platform) => {
      if (act === undefined) return list(platform, values, print)
      if (act === 'note') return note(platform, values, print)
      if (act === 'evidence') {
        await evidence(platform, id, values, print)
        return 0
      }
      const to = ANSWERS[act]
      if (to === undefined && act !== 'deadline') throw new CommandError(`disputes has no ${act}; see --help.`)
      await answer(platform, id, to, values)
      print('Noted.')
      return 0
    })
  },
}
