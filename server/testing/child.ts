import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export { freePort } from '@kartis/simulators/listen.ts'

const MAIN = join(import.meta.dirname, '../main.ts')

/** What a process of the tests has from us: programs, and the sources as they were compiled before. */
export const INHERITED: Readonly<Record<string, string | undefined>> = {
  PATH: process.env['PATH'],
  ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
}

/** A Kartis in a process of its own. */
export interface Child {
  readonly url: string
  /** SIGKILL: no handler runs, nothing is finished. */
  readonly kill: () => Promise<void>
}

/** Starts a server as an operator does and waits until it says that it is ready. */
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
  let said = ''
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (text: Buffer): void => {
      said += text.toString()
      if (said.includes('Kartis is ready')) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', () => reject(new Error(`the server ended before it was ready: ${said}`)))
  })
  await ready
  return {
    url: `http://localhost:${port}`,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
