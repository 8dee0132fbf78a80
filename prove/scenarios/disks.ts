import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { until } from '../timed.ts'

const SIZE_MB = 700
const FULL_MS = 6000
const READY_AGAIN_MS = 60_000

/** A small disk of its own can only be made by root. */
const withoutMount = (): string | undefined => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'It needs a small disk of its own: run it as root on Linux.'
  const folder = '/tmp/kartis-prove-mount'
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'It needs a small disk of its own, which this machine does not let anybody mount.'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const fill = (file: string): void => {
  const block = Buffer.alloc(1 << 20)
  const handle = openSync(file, 'w')
  try {
    for (;;) writeSync(handle, block)
  } catch {
    // Full.
  } finally {
    closeSync(handle)
  }
}

export const databaseDiskFull: Scenario = {
  name: 'the disk of PostgreSQL is full',
  what: `the disk of PostgreSQL (${SIZE_MB} MB) fills up in the middle of purchases, and is emptied after ${FULL_MS / 1000} seconds.`,
  impossible: withoutMount,
  options: {
    prepare: (folder) => {
      const disk = join(folder, 'postgres')
      mkdirSync(disk, { recursive: true })
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', disk])
    },
  },
  run: async ({ installation, crowd }) => {
    const disk = join(installation.folder, 'postgres')
    installation.onClose(() => void execFileSync('umount', [disk]))
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
