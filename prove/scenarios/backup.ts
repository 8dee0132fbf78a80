import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '@kartis/server/platform/database/postgres/embedded.ts'
import { checkTables } from '../invariants.ts'
import type { Installation } from '../installation.ts'
import type { Scenario } from '../scenario.ts'

const COMMAND = join(import.meta.dirname, '../../demo/command.ts')

/** Runs a command of the operator; rejects with its output when it fails. */
const runCommand = async (installation: Installation, database: string, args: readonly string[]): Promise<void> => {
  const folder = join(installation.folder, 'operator')
  mkdirSync(folder, { recursive: true })
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...installation.env, DATABASE_URL: database, DATA_DIR: folder },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`${args.join(' ')}: ${output.slice(-500)}`)
}

/** A backup of a running sale, restored beside it. */
export const backupRestored: Scenario = {
  name: 'a backup of a running sale is restored',
  what: 'a backup is written in the middle of purchases and restored into another PostgreSQL; its orders, tickets, counters, payments and ledger agree to the agora.',
  run: async ({ installation, crowd, stage }) => {
    const archive = join(installation.folder, 'backup.tar.gz.enc')
    await crowd.untilBought(60)
    await runCommand(installation, installation.database(), ['backup', archive])
    const before = crowd.bought()
    const beside = await startEmbedded({ folder: join(installation.folder, 'restored') })
    installation.onClose(() => beside.stop())
    await runCommand(installation, beside.url, ['restore', archive])
    const lines = await checkTables(beside.ownerUrl, stage.event)
    return [
      { what: 'the sale went on meanwhile', holds: crowd.bought() > before, note: `${crowd.bought()} orders by now` },
      ...lines.map((line) => ({ ...line, what: `restored: ${line.what}` })),
    ]
  },
}
