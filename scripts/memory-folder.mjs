// A folder in memory for what tests write. Runs on Node 20, no packages.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** `TMPFS_MAGIC` of statfs(2). */
const TMPFS = 0x01_02_19_94
const GB = 1024 ** 3
/** A whole run writes up to some 600 MB. */
const NEEDED_SPACE = 2 * GB
/** What the folder may take, beside three workers, a browser and PostgreSQL. */
const NEEDED_MEMORY = 8 * GB

const PREFIX = 'kartis-test-run-'

const availableMemory = () =>
  Number(/^MemAvailable:\s+(\d+) kB/mu.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** A run that was killed could not remove its folder. */
const removeLeft = () => {
  for (const name of readdirSync(MEMORY)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`, 'u').exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}

/**
 * A new folder in memory, which is removed when this process ends; undefined where the machine has no room for it, or
 * TMPDIR says where files belong. Each test file copies a database of a thousand files: on a disk that takes a fifth of
 * the processor time of all tests of the server.
 */
export const memoryFolder = () => {
  if (process.env.TMPDIR || process.platform !== 'linux') return undefined
  try {
    removeLeft()
    const { type, bavail, bsize } = statfsSync(MEMORY)
    if (type !== TMPFS || bavail * bsize < NEEDED_SPACE || availableMemory() < NEEDED_MEMORY) return undefined
    const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`))
    // PostgreSQL of a run by root has a user of its own.
    chmodSync(folder, 0o755)
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    return undefined
  }
}
