import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface RunningServer {
  readonly pid: number
  readonly port: number
  readonly state: 'starting' | 'ready' | 'stopping' | 'standby'
}

/** In a container without an init process, ended processes stay as zombies and keep their pid. */
const isZombie = (pid: number): boolean => {
  if (process.platform !== 'linux') return false
  try {
    return /^\d+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** After a restart of the machine a stored pid may belong to another program. */
const isPostgres = (pid: number): boolean => {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
    if (process.platform === 'win32') return true
    return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes('postgres')
  } catch {
    return false
  }
}

/** The server that runs on this cluster, if any. Removes the pid file of a killed one. */
export const runningServer = (cluster: string): RunningServer | undefined => {
  const path = join(cluster, 'postmaster.pid')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (!isAlive(pid) || !isPostgres(pid)) {
    rmSync(path, { force: true })
    return undefined
  }
  return { pid, port: Number(lines[3]), state: (lines[7]?.trim() || 'starting') as RunningServer['state'] }
}
