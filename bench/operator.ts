import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setInterval } from 'node:timers'

const COMMAND = join(import.meta.dirname, '../demo/command.ts')
const SAMPLE_MS = 20

/** A command of the operator (`npm run kartis -- …`) that has ended well. */
export interface Ran {
  readonly ms: number
  /** Bytes of memory at most; 0 without /proc. */
  readonly peak: number
  readonly output: string
}

export interface Operator {
  /** Rejects with the output of a command that fails. */
  readonly run: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ran>
  /** A folder for its files, removed at the end. */
  readonly folder: string
  readonly close: () => void
}

const peakOf = (pid: number | undefined): number => {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Runs commands on the database of a server, as its operator does beside it. */
export const openOperator = (database: string, env: Readonly<Record<string, string>>): Operator => {
  const folder = mkdtempSync(join(tmpdir(), 'kartis-operator-'))
  return {
    folder,
    close: () => rmSync(folder, { recursive: true, force: true }),
    run: async (args, more = {}) => {
      const began = performance.now()
      const child = spawn(process.execPath, [COMMAND, ...args], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          NODE_ENV: 'test',
          DATABASE_URL: database,
          DATA_DIR: folder,
          // As `npm run kartis` starts them: what a command takes is not the compilation of its program.
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          ...env,
          ...more,
        },
      })
      let [output, peak] = ['', 0]
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => (output += text.toString()))
      const sampling = setInterval(() => (peak = Math.max(peak, peakOf(child.pid))), SAMPLE_MS)
      const [code] = (await once(child, 'close')) as [number | null]
      clearInterval(sampling)
      if (code !== 0) throw new Error(`${args.join(' ')}: ${output.slice(-1000)}`)
      return { ms: performance.now() - began, peak, output }
    },
  }
}
