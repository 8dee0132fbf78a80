import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export { freePort } from '@kartis/simulators/listen.ts'

const MAIN = join(import.meta.dirname, '../main.ts')

/** The environment that test processes inherit: programs and the compile cache. */
export const INHERITED: Readonly<Record<string, string | undefined>> = {
  PATH: process.env['PATH'],
  ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
}

/** A server in a process of its own. */
export interface Child {
  readonly url: string
  /** Sends SIGKILL: no handler runs. */
  readonly kill: () => Promise<void>
  /** Asks the server to stop and waits until it has. */
  readonly stop: () => Promise<void>
  readonly hasEnded: () => boolean
  /** What the server has printed so far. */
  readonly output: () => string
}

/** Starts a server as an operator does and waits until it is ready. */
export const startChild = async (port: number, env: Readonly<Record<string, string>>): Promise<Child> => {
  const child: ChildProcess = spawn(process.execPath, [MAIN], {
    env: {
      ...INHERITED,
      NODE_ENV: 'test',
      DEMO: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    const collect = (text: Buffer): void => {
      output += text.toString()
      if (output.includes('Kartis is ready')) resolve()
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.once('exit', () => reject(new Error(`the server ended before it was ready: ${output}`)))
  })
  await ready
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const end = (signal: NodeJS.Signals) => async (): Promise<void> => {
    if (hasEnded()) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return {
    url: `http://localhost:${port}`,
    kill: end('SIGKILL'),
    stop: end('SIGTERM'),
    hasEnded,
    output: () => output,
  }
}
