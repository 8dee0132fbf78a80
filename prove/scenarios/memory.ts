import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MemoryGroup, openMemoryGroup, withoutMemoryGroup } from '../memory-group.ts'
import type { Line, Scenario, Scene } from '../scenario.ts'
import { until } from '../timed.ts'

const LEAK = join(import.meta.dirname, '../preload/leak.mjs')
const LEAK_FILE = join(tmpdir(), `kartis-prove-leak-${process.pid}`)
/** After its start a process uses 86 MB. */
const HEAP_MB = 128
const ORDERS = 200
const ORDERS_MS = 180_000
const LEAKING_HEAP_MB = 192
/** Megabytes that the machine has beyond what the installation uses while it sells. */
const FREE_MB = 200
const ENDED_MS = 120_000
const REPLACED_MS = 60_000
const BETWEEN = 5

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

const onLinux = (): string | undefined =>
  process.platform === 'linux' ? undefined : 'The processes of a server are found in /proc.'

/** A machine with little memory: what is cached and what waits is bounded. */
export const littleMemory: Scenario = {
  name: 'there is little memory',
  what: `one serving process may use ${HEAP_MB} MB of heap, and serves the same crowd.`,
  options: { env: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` } },
  run: async ({ installation, crowd }) => {
    const sold = await crowd.untilBought(ORDERS, ORDERS_MS)
    return [
      {
        what: 'it sells with it',
        holds: !installation.server().hasEnded(),
        note: `${ORDERS} orders in ${seconds(sold)}`,
      },
    ]
  },
}

/** Lets one serving process keep what it allocates until it is ended, and waits until another one has its place. */
const leakIn = async ({ installation, crowd }: Scene, victim: number, kind: 'heap' | 'buffers'): Promise<Line> => {
  const before = crowd.bought()
  writeFileSync(LEAK_FILE, `${victim} ${kind}`)
  const ended = await until(
    'the process ends',
    () => Promise.resolve(!installation.workers().includes(victim)),
    ENDED_MS,
  )
  const replaced = await until(
    'another one takes its place',
    () => Promise.resolve(installation.serving() === 2),
    REPLACED_MS,
  )
  const meanwhile = crowd.bought() - before
  const sold = await crowd.untilBought(BETWEEN)
  return {
    what: 'a process that takes more and more memory ends and is replaced, and the other one sells on',
    holds: meanwhile > 0 && !installation.server().hasEnded(),
    note: `ended after ${seconds(ended)}, ${meanwhile} orders meanwhile; replaced ${seconds(replaced)} later, ${BETWEEN} orders within ${seconds(sold)}`,
  }
}

const saysWhy = ({ installation }: Scene, signal: string, times: number): Line => {
  const lines = installation.log().split(`A server process ended (${signal})`).length - 1
  return { what: 'the log says how it ended', holds: lines === times, note: `${lines} × ${signal}` }
}

const LEAKING = { NODE_OPTIONS: `--import ${LEAK}`, PROVE_LEAK: LEAK_FILE }

/** The heap of a process is full: Node.js ends it. */
export const heapFull: Scenario = {
  name: 'a process reaches the limit of its heap',
  what: `each of two serving processes may use ${LEAKING_HEAP_MB} MB of heap, and one after the other keeps all that it allocates until Node.js ends it.`,
  options: {
    processes: 2,
    env: { ...LEAKING, NODE_OPTIONS: `${LEAKING.NODE_OPTIONS} --max-old-space-size=${LEAKING_HEAP_MB}` },
  },
  impossible: onLinux,
  run: async (scene) => {
    const lines: Line[] = []
    for (const victim of scene.installation.workers()) lines.push(await leakIn(scene, victim, 'heap'))
    return [...lines, saysWhy(scene, 'SIGABRT', lines.length)]
  },
}

let group: MemoryGroup

/** The machine has no memory left: the operating system kills the largest process. */
export const machineFull: Scenario = {
  name: 'the machine runs out of memory',
  what: `server and PostgreSQL share a machine with ${FREE_MB} MB more than they use (a cgroup); one serving process takes it all, and the operating system kills it.`,
  options: {
    processes: 2,
    env: LEAKING,
    prepare: () => {
      group = openMemoryGroup()
      group.enter()
    },
  },
  impossible: () => onLinux() ?? withoutMemoryGroup(),
  run: async (scene) => {
    const { installation } = scene
    // The buyers are not on that machine.
    group.leave()
    installation.onClose(() => group.close())
    group.limit(FREE_MB)
    const lines: Line[] = []
    for (const victim of installation.workers()) lines.push(await leakIn(scene, victim, 'buffers'))
    const killed = group.killed()
    return [
      ...lines,
      {
        what: 'the operating system killed nothing else',
        holds: killed === lines.length,
        note: `${killed} processes killed`,
      },
      saysWhy(scene, 'SIGKILL', lines.length),
    ]
  },
}
