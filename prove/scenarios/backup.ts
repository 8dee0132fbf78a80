import { join } from 'node:path'
import { startEmbedded } from '@kartis/server/platform/database/postgres/embedded.ts'
import { checkTables } from '../invariants.ts'
import { runOperator } from '../operator.ts'
import type { Scenario } from '../scenario.ts'

/** A backup of a running sale, restored beside it. */
export const backupRestored: Scenario = {
  name: 'a backup of a running sale is restored',
  what: 'a backup is written in the middle of purchases and restored into another PostgreSQL; its orders, tickets, counters, payments and ledger agree to the agora.',
  run: async ({ installation, crowd, stage }) => {
    const archive = join(installation.folder, 'backup.tar.gz.enc')
    await crowd.untilBought(60)
    await runOperator(installation, ['backup', archive])
    const before = crowd.bought()
    const beside = await startEmbedded({ folder: join(installation.folder, 'restored') })
    installation.onClose(() => beside.stop())
    await runOperator(installation, ['restore', archive], { database: beside.url })
    const lines = await checkTables(beside.ownerUrl, stage.event)
    return [
      { what: 'the sale went on meanwhile', holds: crowd.bought() > before, note: `${crowd.bought()} orders by now` },
      ...lines.map((line) => ({ ...line, what: `restored: ${line.what}` })),
    ]
  },
}
