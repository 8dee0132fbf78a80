import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

export interface StandbyOptions {
  /** Connection string of the primary's owner. */
  readonly primary: string
  /** Folder of the primary: its cluster and its password. */
  readonly from: string
  /** Folder that the standby gets. */
  readonly to: string
}

/**
 * Makes a streaming standby of a running cluster as the PostgreSQL manual describes: start the backup, copy, stop the
 * backup, write the signal file.
 */
export const createStandby = async ({ primary, from, to }: StandbyOptions): Promise<void> => {
  const client = new Client({ connectionString: primary })
  await client.connect()
  const { rows: settings } = await client.query<{ data_directory: string }>('show data_directory')
  await client.query(`select pg_backup_start('standby', true)`)
  mkdirSync(to, { recursive: true })
  // Temporary files come and go during the copy, and the backup does not need them.
  cpSync(settings[0]?.data_directory ?? '', join(to, 'cluster'), {
    recursive: true,
    filter: (path) => !path.includes('pgsql_tmp') && !path.endsWith('postmaster.pid'),
  })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  await client.end()
  chmodSync(join(to, 'cluster'), 0o700)
  const file = (name: string): string => join(to, 'cluster', name)
  rmSync(file('postmaster.pid'), { force: true })
  writeFileSync(file('backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(file('standby.signal'), '')
  const { hostname, port, username, password } = new URL(primary)
  writeFileSync(
    file('postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\nhot_standby = on\n`,
  )
  cpSync(join(from, 'password'), join(to, 'password'))
}
