import { statSync } from 'node:fs'
import { EXCEPTION_MOVES, EXCEPTION_STATES, type ExceptionState } from '@kartis/domain/reconciliation.ts'
import { createTerminals, GATEWAYS, isGatewayError, readAllTerminals } from '../modules/payments/payments/index.ts'
import {
  decideException,
  type ExceptionRow,
  lastDays,
  loadAcquirerReport,
  headingsIn,
  loadDeposits,
  loadGatewayReport,
  type LoadedReport,
  readExceptions,
  reconcileTerminal,
  ReportError,
} from '../modules/settling/reconciliation/index.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Platform } from '../platform/platform.ts'
import { type Command, CommandError, withPlatform } from './command.ts'
import { findAccount } from './find-account.ts'
import { dayOf, hundredths, momentOf, uuidOf } from './option-values.ts'
import { amount } from './settlement-lines.ts'
import { ANY_NUMBER, parseArguments, type ValuesOf } from './parse-arguments.ts'

const OPTIONS = {
  terminal: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  acquirer: { type: 'string' },
  headings: { type: 'string' },
  encoding: { type: 'string', default: 'utf-8' },
  delimiter: { type: 'string', default: ',' },
  'max-fee': { type: 'string' },
  'record-refunds': { type: 'boolean', default: false },
  account: { type: 'string' },
  state: { type: 'string' },
  by: { type: 'string' },
  owner: { type: 'string' },
  note: { type: 'string' },
} as const

type Values = ValuesOf<typeof OPTIONS>
type Print = (line: string) => void

const needed = (values: Values, name: 'acquirer' | 'by', why: string): string => {
  const text = values[name]?.trim()
  if (!text) throw new CommandError(`--${name} is needed: ${why}`)
  return text
}

/** The terminals that the command is about: one that is named, or all. */
const chosenTerminals = async (platform: Platform, id: string | undefined) => {
  const all = await readAllTerminals(platform.db)
  const chosen = id === undefined ? all : all.filter((terminal) => terminal.id === id)
  if (chosen.length === 0)
    throw new CommandError(id ? `There is no terminal ${id}; see terminals.` : 'There is no terminal.')
  return chosen
}

const exceptionLine = (row: ExceptionRow): string =>
  [
    row.id,
    row.day,
    row.state.padEnd(11),
    `${row.level} ${row.kind}`.padEnd(23),
    `ours ${amount(row.ours ?? 0)}`,
    `theirs ${amount(row.theirs ?? 0)}`,
    row.order_number ? `order ${row.order_number}` : row.subject,
    ...(row.last4 ? [`card ${row.last4}`] : []),
    ...(row.their_at ? [momentOf(row.their_at)] : []),
    ...(row.owner ? [`for ${row.owner}`] : []),
    ...(row.note ? [`“${row.note}”`] : []),
  ].join('  ')

const MAX_LISTED = 1000

const list = async (platform: Platform, values: Values, print: Print): Promise<number> => {
  const states = EXCEPTION_STATES.filter((state) =>
    values.state === undefined
      ? state === 'open' || state === 'explained'
      : values.state === 'all' || state === values.state,
  )
  if (states.length === 0) throw new CommandError(`--state must be all or one of ${EXCEPTION_STATES.join(', ')}.`)
  const account = values.account === undefined ? undefined : await findAccount(platform, values.account)
  const rows = await readExceptions(platform.db, { states, accountId: account?.id, limit: MAX_LISTED, offset: 0 })
  for (const row of rows) print(exceptionLine(row))
  const total = rows[0]?.total ?? 0
  print(total > rows.length ? `${rows.length} of ${total} differences` : `${total} differences`)
  return 0
}

const run = async (platform: Platform, values: Values, print: Print): Promise<number> => {
  const usual = lastDays(platform.clock())
  const days = { from: dayOf('from', values.from ?? usual.from), until: dayOf('until', values.until ?? usual.until) }
  if (days.from > days.until) throw new CommandError('--from must not be after --until.')
  const terminals = createTerminals(platform, GATEWAYS)
  let failed = 0
  for (const terminal of await chosenTerminals(platform, values.terminal)) {
    try {
      const { rows, recorded, differences } = await reconcileTerminal(platform, terminals, terminal, days)
      print(
        `${terminal.id}  ${terminal.provider} ${terminal.name}, ${days.from} to ${days.until}: ${rows} transactions, ${recorded} refunds of its console recorded, ${differences} differences`,
      )
    } catch (error) {
      if (!isGatewayError(error)) throw error
      failed += 1
      print(`${terminal.id}  ${terminal.provider} ${terminal.name}: its transactions could not be read (${error.code})`)
    }
  }
  return failed === 0 ? 0 : 1
}

/** What `--headings` names. */
const headingsOf = (text: string | undefined): Record<string, string> => {
  const headings = headingsIn(text ?? '')
  if (!headings) throw new CommandError('--headings must read name=heading,name=heading.')
  return headings
}

const fileOf = (path: string | undefined, values: Values) => {
  if (path === undefined) throw new CommandError('Name the file that is loaded.')
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new CommandError(`${path} cannot be read.`)
  try {
    // oxlint-disable-next-line no-new -- tells whether the encoding exists
    new TextDecoder(values.encoding)
  } catch {
    throw new CommandError(`--encoding ${values.encoding} is none that is known; Hebrew files are often windows-1255.`)
  }
  const format = { headings: headingsOf(values.headings), encoding: values.encoding, delimiter: values.delimiter }
  return { path, format }
}

const sourceOf = (path: string | undefined, values: Values) => ({
  ...fileOf(path, values),
  acquirer: needed(values, 'acquirer', 'whose report it is, always under the same name.'),
})

/** The terminal that a file is of. */
const singleTerminal = async (platform: Platform, values: Values) => {
  const [terminal, ...more] = await chosenTerminals(platform, values.terminal)
  if (!terminal || more.length > 0) throw new CommandError('--terminal is needed: there are several; see terminals.')
  return terminal
}

/** What a gateway lists, from a file: for days that its interface no longer lists, or cannot. */
const loadList = async (
  platform: Platform,
  path: string | undefined,
  values: Values,
  print: Print,
): Promise<number> => {
  const { path: file, format } = fileOf(path, values)
  const terminal = await singleTerminal(platform, values)
  const loaded = await loadGatewayReport(platform, { file, format, terminal, records: values['record-refunds'] })
  if (loaded === undefined) throw new CommandError('The file has no transactions.')
  const { from, until, rows, fresh, differences, recorded, comparedUntil } = loaded
  print(
    `${rows} lines, ${fresh} of them new, ${from} to ${until}, ${comparedUntil === undefined ? 'not compared yet' : `compared until ${comparedUntil}`}: ${recorded} refunds of its console recorded, ${differences} differences`,
  )
  return 0
}

const printLoaded = (loaded: LoadedReport | undefined, print: Print): number => {
  if (loaded === undefined) throw new CommandError('The file has no lines.')
  const { from, until, rows, fresh, differences } = loaded
  print(`${rows} lines, ${fresh} of them new, ${from} to ${until}: ${differences} differences`)
  return 0
}

const load = async (platform: Platform, path: string | undefined, values: Values, print: Print): Promise<number> => {
  const source = sourceOf(path, values)
  const terminal = await singleTerminal(platform, values)
  const maxFee = hundredths('max-fee', values['max-fee']) ?? null
  return printLoaded(await loadAcquirerReport(platform, { ...source, terminalId: terminal.id, maxFee }), print)
}

const DECISIONS: Readonly<Record<string, ExceptionState | undefined>> = {
  own: undefined,
  explain: 'explained',
  fix: 'fixed',
  'write-off': 'written_off',
}

const decide = async (
  platform: Platform,
  step: string,
  ids: readonly string[],
  values: Values,
  print: Print,
): Promise<number> => {
  const state = DECISIONS[step]
  const by = needed(values, 'by', 'the name of who decides.')
  if (state !== undefined && !values.note?.trim()) throw new CommandError('--note is needed: why the books differ.')
  if (state === undefined && !values.owner?.trim()) throw new CommandError('--owner is needed: who looks into it.')
  if (ids.length === 0) throw new CommandError(`reconcile ${step} needs the uuid of a difference; see reconcile list.`)
  const from = EXCEPTION_STATES.filter((each) =>
    state === undefined ? each !== 'written_off' : EXCEPTION_MOVES[each].includes(state),
  )
  const named = ids.map((id) => uuidOf(id, 'difference', 'reconcile list'))
  let failed = 0
  for (const id of named) {
    const decision = { state, owner: values.owner?.trim(), note: values.note?.trim(), by }
    const done = await inTransaction(platform.db, (tx) => decideException(tx, { id, from }, decision, platform.clock()))
    const [row] = await readExceptions(platform.db, { states: EXCEPTION_STATES, id, limit: 1, offset: 0 })
    if (!done) failed += 1
    print(
      done && row
        ? exceptionLine(row)
        : `${id}  ${row ? `is ${row.state}: that step is not possible` : 'there is no such difference'}`,
    )
  }
  return failed === 0 ? 0 : 1
}

const act = (
  platform: Platform,
  [step, ...subjects]: readonly string[],
  values: Values,
  print: Print,
): Promise<number> => {
  if (step === undefined || step === 'list') return list(platform, values, print)
  if (step === 'run') return run(platform, values, print)
  if (step === 'gateway') return loadList(platform, subjects[0], values, print)
  if (step === 'load') return load(platform, subjects[0], values, print)
  if (step === 'deposits')
    return loadDeposits(platform, sourceOf(subjects[0], values)).then((loaded) => printLoaded(loaded, print))
  if (step in DECISIONS) return decide(platform, step, subjects, values, print)
  throw new CommandError(`reconcile has no ${step}; see --help.`)
}

export const reconcileCommand: Command = {
  name: 'reconcile',
  summary: 'compare our books with gateways, acquirers and the bank; list and close the differences',
  usage: [
    'reconcile run [--terminal <uuid>] [--from <day>] [--until <day>]     the gateways’ lists; the last days unless said',
    'reconcile gateway <file> [--terminal <uuid>] [--record-refunds]      what a gateway lists, from its report (CSV)',
    'reconcile load <file> --acquirer <name> [--terminal <uuid>]          deals that an acquirer settled (CSV)',
    'reconcile gateway|load <file> … [--headings ref=<heading>,amount=<heading>,…] [--encoding windows-1255] [--delimiter ";"] [--max-fee <per cent>]',
    'reconcile deposits <file> --acquirer <name> [--headings …]           what the bank received from it (CSV)',
    'reconcile list [--state <state>|all] [--account <account>]           differences, open ones unless said',
    'reconcile own <difference …> --owner <name> --by <name>              who looks into it',
    'reconcile explain|fix|write-off <difference …> --by <name> --note <text>',
  ],
  run: async ({ settings, args, print }) => {
    const { values, positionals } = parseArguments(args, OPTIONS, {
      gateway: 1,
      load: 1,
      deposits: 1,
      own: ANY_NUMBER,
      explain: ANY_NUMBER,
      fix: ANY_NUMBER,
      'write-off': ANY_NUMBER,
    })
    try {
      return await withPlatform(settings, (platform) => act(platform, positionals, values, print))
    } catch (error) {
      if (error instanceof ReportError) throw new CommandError(`Nothing was loaded: ${error.message}`)
      throw error
    }
  },
}
