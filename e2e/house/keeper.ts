// Keeps one Kartis for as long as somebody holds our standard input open. Whoever started us may end in any way, even be
// killed: the pipe closes, the server and its database stop, and the data directory goes.
import { spawn } from 'node:child_process'
import { globSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const GRACE_MS = 20_000
const [dataDir = '', log = ''] = process.argv.slice(2)

const output = openSync(log, 'w')
const server = spawn(process.execPath, [join(ROOT, 'server/main.ts')], { stdio: ['ignore', output, output] })

/** The embedded PostgreSQL has a session of its own: a server that had to be killed could not stop it. */
const stopDatabase = (): void => {
  for (const file of globSync(join(dataDir, '**/postmaster.pid'))) {
    try {
      process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGQUIT')
    } catch {
      // gone already
    }
  }
}

server.once('exit', (code) => {
  stopDatabase()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  process.exit(code ?? 1)
})

const stop = (): void => {
  server.kill('SIGTERM')
  setTimeout(() => server.kill('SIGKILL'), GRACE_MS)
}
process.stdin.resume()
process.stdin.once('end', stop)
process.stdin.once('close', stop)
// Ctrl-C reaches everybody at the terminal; we leave when the one who started us has left.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', stop)
