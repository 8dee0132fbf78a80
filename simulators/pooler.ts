import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './listen.ts'

/** The installed version of PgBouncer, such as 1.24.1; undefined when there is none. */
export const poolerVersion = (): string | undefined => {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
  return /PgBouncer (\d+\.\d+(\.\d+)?)/.exec(stdout ?? '')?.[1]
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** PgBouncer in transaction mode in front of one database, with very few connections behind it. */
export const openPooler = async (url: string): Promise<{ url: string; close: () => Promise<void> }> => {
  const { hostname, port: behind, pathname, username, password } = new URL(url)
  const name = pathname.slice(1)
  const folder = mkdtempSync(join(tmpdir(), 'kartis-pooler-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${name} = host=${hostname} port=${behind} dbname=${name} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 100
`,
  )
  const asRoot = process.getuid?.() === 0
  const child = spawn('pgbouncer', [...(asRoot ? ['-u', 'nobody'] : []), join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
  })
  for (let tries = 0; tries < 100 && !(await answers(port)); tries++) await sleep(50)
  return {
    url: `postgres://${username}@127.0.0.1:${port}/${name}`,
    close: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
