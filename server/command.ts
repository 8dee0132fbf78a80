import { allocationsCommand } from './commands/allocations.ts'
import { backupCommand } from './commands/backup.ts'
import { type Command, CommandError } from './commands/command.ts'
import { bankFileCommand } from './commands/bank-file.ts'
import { contractCommand } from './commands/fee-contract.ts'
import { createDemoCommand } from './commands/demo.ts'
import { doctorCommand } from './commands/doctor.ts'
import { migrateCommand } from './commands/migrate.ts'
import { openApiCommand } from './commands/openapi.ts'
import { documentsCommand } from './commands/documents.ts'
import { disputesCommand } from './commands/disputes.ts'
import { ledgerCommand } from './commands/ledger.ts'
import { payoutsCommand } from './commands/payouts.ts'
import { statementsCommand } from './commands/statements.ts'
import { uniformFileCommand } from './commands/uniform-file.ts'
import { terminalsCommand } from './commands/terminals.ts'
import { refundTransfersCommand } from './commands/refund-transfers.ts'
import { reconcileCommand } from './commands/reconcile.ts'
import { restoreCommand } from './commands/restore.ts'
import type { DemoData } from './demo.ts'
import { readSettings } from './settings.ts'
import { describeError, loadEnvironment } from './process-lifetime.ts'

const commandsWith = (demo: DemoData): readonly Command[] => [
  migrateCommand,
  createDemoCommand(demo),
  contractCommand,
  ledgerCommand,
  statementsCommand,
  payoutsCommand,
  bankFileCommand,
  reconcileCommand,
  disputesCommand,
  refundTransfersCommand,
  documentsCommand,
  allocationsCommand,
  uniformFileCommand,
  terminalsCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
  openApiCommand,
]

const helpOf = (commands: readonly Command[]): string => {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return [
    'Usage: npm run kartis -- <command> [options]',
    '',
    ...lines,
    '',
    'npm run kartis -- <command> --help tells more.',
  ].join('\n')
}

const isBadOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

const run = async (commands: readonly Command[], [name, ...args]: readonly string[]): Promise<number> => {
  if (!name || name === '--help' || name === '-h' || name === 'help') {
    console.log(helpOf(commands))
    return name ? 0 : 1
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) throw new CommandError(`There is no command ${name}.\n\n${helpOf(commands)}`)
  if (args.includes('--help')) {
    console.log([command.summary, '', ...command.usage.map((line) => `  npm run kartis -- ${line}`)].join('\n'))
    return 0
  }
  loadEnvironment()
  return command.run({ settings: readSettings(process.env), args, print: (line) => console.log(line) })
}

/** Runs the operator's command that the process was called with and sets its exit code. */
export const runCommand = async (demo: DemoData): Promise<void> => {
  try {
    process.exitCode = await run(commandsWith(demo), process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof CommandError || isBadOption(error) ? error.message : describeError(error))
    process.exitCode = 1
  }
  // The IPC channel of the parent would keep the process alive.
  if (process.connected) process.disconnect()
}
