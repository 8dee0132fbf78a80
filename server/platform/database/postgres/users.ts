import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './pid-file.ts'

const MAX_LOCK_AGE_MS = 180_000

/** Runs `act` while it holds the folder's lock file. The lock of a dead process is ignored. */
export const withFolderLock = async <T>(folder: string, act: () => Promise<T>): Promise<T> => {
  const path = join(folder, 'lock')
  for (;;) {
    try {
      const file = openSync(path, 'wx')
      writeSync(file, String(process.pid))
      closeSync(file)
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (isStale(path)) rmSync(path, { force: true })
      else await sleep(30)
    }
  }
  try {
    return await act()
  } finally {
    rmSync(path, { force: true })
  }
}

const isStale = (path: string): boolean => {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    const age = Date.now() - statSync(path).mtimeMs
    return age > MAX_LOCK_AGE_MS || (pid > 0 && pid !== process.pid && !isAlive(pid))
  } catch {
    return false
  }
}

/** The processes that use the server, one file for each, so that the last one stops it. */
export const serverUsers = (folder: string) => {
  const registry = join(folder, 'users')
  mkdirSync(registry, { recursive: true })
  const ownFile = join(registry, `${process.pid}`)
  return {
    add: () => writeFileSync(ownFile, ''),
    /** Returns whether other processes still use the server. */
    remove: (): boolean => {
      rmSync(ownFile, { force: true })
      let others = false
      for (const name of readdirSync(registry)) {
        if (isAlive(Number(name))) others = true
        else rmSync(join(registry, name), { force: true })
      }
      return others
    },
  }
}
