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

const LOCK_LIFE = 180_000

/** Runs `act` while no other process does the same in this folder. The lock of a dead process counts for nothing. */
export const alone = async <T>(folder: string, act: () => Promise<T>): Promise<T> => {
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
    return age > LOCK_LIFE || (pid > 0 && pid !== process.pid && !isAlive(pid))
  } catch {
    return false
  }
}

/** Who uses the server now, one file per process: the last one to leave turns off the light. */
export const users = (folder: string) => {
  const room = join(folder, 'users')
  mkdirSync(room, { recursive: true })
  const mine = join(room, `${process.pid}`)
  return {
    enter: () => writeFileSync(mine, ''),
    /** Says whether somebody else is still in. */
    leave: (): boolean => {
      rmSync(mine, { force: true })
      let others = false
      for (const name of readdirSync(room)) {
        if (isAlive(Number(name))) others = true
        else rmSync(join(room, name), { force: true })
      }
      return others
    },
  }
}
