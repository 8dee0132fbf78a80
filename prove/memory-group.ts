import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where groups of processes with a limit of memory are made, and the files of a group, in the two versions of cgroups. */
interface Hierarchy {
  readonly root: string
  readonly limit: string
  readonly used: string
  readonly events: string
}

const FIRST: Hierarchy = {
  root: '/sys/fs/cgroup/memory',
  limit: 'memory.limit_in_bytes',
  used: 'memory.usage_in_bytes',
  events: 'memory.oom_control',
}
const SECOND: Hierarchy = {
  root: '/sys/fs/cgroup',
  limit: 'memory.max',
  used: 'memory.current',
  events: 'memory.events',
}

const contains = (file: string, text: string): boolean => existsSync(file) && readFileSync(file, 'utf8').includes(text)

const hierarchyHere = (): Hierarchy | undefined => {
  if (existsSync(join(FIRST.root, FIRST.limit))) return FIRST
  return contains(join(SECOND.root, 'cgroup.subtree_control'), 'memory') ? SECOND : undefined
}

/** A group of processes that the operating system gives so much memory and no more, as a machine of that size. */
export interface MemoryGroup {
  /** Processes that this one starts until `leave` belong to the group, and so do those that they start. */
  readonly enter: () => void
  readonly leave: () => void
  /** Limits the group to so many megabytes above what it uses now. */
  readonly limit: (more: number) => void
  /** Processes that the operating system has ended for their memory. */
  readonly killed: () => number
  readonly close: () => Promise<void>
}

const CLOSE_ATTEMPTS = 50
const MEGABYTE = 1 << 20

const open = ({ root, limit, used, events }: Hierarchy): MemoryGroup => {
  const folder = join(root, `kartis-prove-${process.pid}-${Date.now()}`)
  mkdirSync(folder)
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  return {
    enter: () => writeFileSync(join(folder, 'cgroup.procs'), String(process.pid)),
    leave: () => writeFileSync(join(root, 'cgroup.procs'), String(process.pid)),
    limit: (more) => writeFileSync(join(folder, limit), String(Number(read(used)) + more * MEGABYTE)),
    killed: () => Number(/^oom_kill (\d+)/m.exec(read(events))?.[1] ?? 0),
    close: async () => {
      // A process leaves its group some time after it has ended.
      for (let attempt = 1; existsSync(folder); attempt++)
        try {
          rmdirSync(folder)
        } catch (error) {
          if (attempt === CLOSE_ATTEMPTS) throw error
          await sleep(100)
        }
    },
  }
}

/** Why no such group can be made here; undefined when it can: only root may. */
export const withoutMemoryGroup = (): string | undefined => {
  const reason = 'It needs a group of processes with a limit of memory (cgroups): run it as root on Linux.'
  const hierarchy = process.platform === 'linux' && process.getuid?.() === 0 ? hierarchyHere() : undefined
  if (!hierarchy) return reason
  const folder = join(hierarchy.root, `kartis-prove-probe-${process.pid}`)
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, hierarchy.limit), String(64 * MEGABYTE))
    rmdirSync(folder)
    return undefined
  } catch {
    return reason
  }
}

export const openMemoryGroup = (): MemoryGroup => {
  const hierarchy = hierarchyHere()
  if (!hierarchy) throw new Error('there are no cgroups here')
  return open(hierarchy)
}
