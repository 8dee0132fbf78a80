import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { type Launcher, launchers, reaches } from './launcher.ts'

export interface Place {
  readonly bin: string
  /** The database cluster. */
  readonly cluster: string
  readonly launcher: Launcher
}

const program = (bin: string, name: string): string => join(bin, process.platform === 'win32' ? `${name}.exe` : name)

export const programs = (place: Pick<Place, 'bin'>) => ({
  initdb: program(place.bin, 'initdb'),
  postgres: program(place.bin, 'postgres'),
  pgCtl: program(place.bin, 'pg_ctl'),
})

/**
 * Finds a way to run PostgreSQL on the cluster in `folder`. Where no launcher can read that folder, programs and cluster are
 * moved to `outside` and a symbolic link replaces the cluster.
 */
export const choosePlace = (
  binaries: Binaries,
  folder: string,
  candidates: readonly Launcher[] = launchers(),
  outside = '/var/lib/kartis',
): Place => {
  const bin = join(binaries.home, 'bin')
  const cluster = join(folder, 'cluster')
  if (!(existsSync(cluster) && lstatSync(cluster).isSymbolicLink())) {
    for (const launcher of candidates) {
      if (reaches(launcher, program(bin, 'postgres'), folder)) return { bin, cluster, launcher }
    }
  }
  const nobody = launchers()[0]
  if (!nobody?.owner) throw new Error(`PostgreSQL cannot run from ${binaries.home}: the folder is not readable.`)
  return { ...moveOutside(binaries, folder, outside), launcher: nobody }
}

const moveOutside = (binaries: Binaries, folder: string, outside: string): Pick<Place, 'bin' | 'cluster'> => {
  mkdirSync(outside, { recursive: true, mode: 0o755 })
  const { uid, mode } = statSync(outside)
  if (uid !== 0 || mode & 0o022)
    throw new Error(`${outside} is not safe: it must belong to root and be writable by root alone.`)
  const home = join(outside, `postgresql-${binaries.version}`)
  if (!existsSync(home)) {
    const draft = `${home}.${process.pid}`
    // Relative links between the libraries are kept: absolute ones would point to a folder that the new owner cannot read.
    cpSync(binaries.home, draft, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', draft])
    renameSync(draft, home)
  }
  const target = join(outside, createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16))
  mkdirSync(target, { recursive: true, mode: 0o755 })
  const cluster = join(target, 'cluster')
  const link = join(folder, 'cluster')
  if (existsSync(link) && !lstatSync(link).isSymbolicLink()) {
    cpSync(link, cluster, { recursive: true, preserveTimestamps: true })
    rmSync(link, { recursive: true })
  }
  if (!existsSync(link)) {
    rmSync(link, { force: true })
    symlinkSync(cluster, link)
  }
  return { bin: join(home, 'bin'), cluster }
}

/** Changes the owner of files to the launcher's user. */
export const changeOwner = (place: Place, path: string): void => {
  const { owner } = place.launcher
  if (!owner || !existsSync(path) || statSync(path).uid === owner.uid) return
  const { status, stderr } = spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, path], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The database's files cannot be given to user ${owner.uid}: ${stderr}`)
}
