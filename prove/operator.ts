import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Installation } from './installation.ts'

const COMMAND = join(import.meta.dirname, '../demo/command.ts')

export interface OperatorOptions {
  /** Connection string; that of PostgreSQL itself without it. */
  readonly database?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Operator {
  readonly child: ChildProcess
  /** The exit code, null after a signal, and what was printed. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
}

/** Starts a command of the operator (`npm run kartis -- …`). */
export const startOperator = (
  installation: Installation,
  args: readonly string[],
  { database = installation.database(), env = {} }: OperatorOptions = {},
): Operator => {
  const folder = join(installation.folder, 'operator')
  mkdirSync(folder, { recursive: true })
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...installation.env, DATABASE_URL: database, DATA_DIR: folder, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  const end = async () => {
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output }
  }
  return { child, ended: end() }
}

/** Runs a command of the operator; rejects with its output when it fails. */
export const runOperator = async (
  installation: Installation,
  args: readonly string[],
  options: OperatorOptions = {},
): Promise<void> => {
  const { code, output } = await startOperator(installation, args, options).ended
  if (code !== 0) throw new Error(`${args.join(' ')}: ${output.slice(-500)}`)
}
