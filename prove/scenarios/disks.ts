import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { fill, mountDisk, unmount, withoutMount } from '../small-disk.ts'
import { until } from '../timed.ts'

const SIZE_MB = 700
const FULL_MS = 6000
const READY_AGAIN_MS = 60_000

export const databaseDiskFull: Scenario = {
  name: 'the disk of PostgreSQL is full',
  what: `the disk of PostgreSQL (${SIZE_MB} MB) fills up in the middle of purchases, and is emptied after ${FULL_MS / 1000} seconds.`,
  impossible: withoutMount,
  options: { prepare: (folder) => mountDisk(join(folder, 'postgres'), SIZE_MB) },
  run: async ({ installation, crowd }) => {
    const disk = join(installation.folder, 'postgres')
    installation.onClose(() => unmount(disk))
    fill(join(disk, 'filler'))
    await sleep(FULL_MS)
    rmSync(join(disk, 'filler'))
    const ready = await until('ready again', installation.isReady, READY_AGAIN_MS)
    const sold = await crowd.untilBought(10)
    return [
      {
        what: 'it recovers by itself',
        holds: !installation.server().hasEnded(),
        note: `ready ${(ready / 1000).toFixed(1)} s after there was space, 10 orders within ${(sold / 1000).toFixed(1)} s`,
      },
    ]
  },
}
